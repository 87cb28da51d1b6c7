import type { Passage } from '../model/passage.ts';
import type { Warning } from '../model/result.ts';
import type { Source } from '../model/source.ts';
import { asStep, type StepConfig } from '../runtime/step.ts';
import type { CutSource, Cutting } from './index/cut-source.ts';
import {
  createPassageIndex,
  cuttingBy,
  type PassageIndex,
  type PassageIndexOptions,
  split,
} from './passage-index.ts';

/** Sources that are searched together. `place` is the position of their subject, from 0. */
type Searched = { place: number; searched: readonly Source[] };

export type SubjectIndexOptions = PassageIndexOptions & {
  /** Returns the warnings about some passages. They do not depend on a rule. */
  warningsAbout?: ((passages: readonly Passage[]) => Warning[]) | undefined;
};

/** The warnings about some sources: their languages, and what the checker finds in them. */
type SubjectWarnings = { place: number; language: Warning[]; checker: Warning[] };

/** The position of the warnings about knowledge files: before those about the subjects. */
const beforeAll = -1;

/** Indexes the subjects of a run. Knowledge files are split and indexed once for all of them. */
export class SubjectIndexes {
  readonly #options: SubjectIndexOptions;
  readonly #warnings: SubjectWarnings[] = [];
  readonly #early: CutSource[] = [];
  readonly #cutting: Cutting;
  #knowledge: Promise<PassageIndex> | null = null;

  constructor(options: SubjectIndexOptions) {
    this.#options = { ...options, early: this.#early };
    this.#cutting = cuttingBy(options.splitter);
  }

  /**
   * Splits and indexes a source of the only subject, while the readers read the next files. The sources come in the order
   * in which the subject has them, each content once.
   */
  async prepare(source: Source, config: StepConfig): Promise<void> {
    const last = this.#early.at(-1);
    const before = last === undefined ? 0 : last.before + last.passages.length;
    const part = await split(source, before, this.#cutting, config);
    this.#early.push(part);
    await part.index();
  }

  /**
   * The warnings about the subjects indexed so far, in the order of the subjects. `language` are those about languages,
   * `checker` those of the checker.
   */
  warnings(): { language: Warning[]; checker: Warning[] } {
    const warnings = this.#warnings.toSorted((one, other) => one.place - other.place);
    return {
      language: warnings.flatMap(({ language }) => language),
      checker: warnings.flatMap(({ checker }) => checker),
    };
  }

  /** Splits and indexes the sources of one subject, as a step. */
  open(subject: Searched, config: StepConfig): Promise<PassageIndex> {
    const shown = {
      name: 'index',
      input: { files: subject.searched.map(({ name }) => name) },
      output: ({ passages }: PassageIndex) => ({ passages: passages.size }),
    };
    return asStep(shown, config, (own) => this.#open(subject, own));
  }

  async #open({ place, searched }: Searched, config: StepConfig): Promise<PassageIndex> {
    const inputs = searched.filter(({ role }) => role === 'input');
    this.#knowledge ??= this.#openKnowledge(
      searched.filter(({ role }) => role === 'authority'),
      config,
    );
    const passageIndex = await (await this.#knowledge).with(inputs, config);
    this.#note(place, inputs, passageIndex);
    return passageIndex;
  }

  async #openKnowledge(authorities: readonly Source[], config: StepConfig): Promise<PassageIndex> {
    const passageIndex = await createPassageIndex(authorities, this.#options, config);
    this.#note(beforeAll, authorities, passageIndex);
    return passageIndex;
  }

  #note(place: number, sources: readonly Source[], passageIndex: PassageIndex): void {
    const { warningsAbout } = this.#options;
    const passages = sources.flatMap((source) => passageIndex.passagesOf(source));
    this.#warnings.push({
      place,
      language: passageIndex.warnings,
      checker: warningsAbout?.(passages) ?? [],
    });
  }
}
