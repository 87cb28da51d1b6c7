import type { Checker } from './check/checker.ts';
import type { Warning } from './model/result.ts';
import type { Source } from './model/source.ts';
import { createPassageIndex, defaultMost, type PassageIndex } from './retrieve/passage-index.ts';
import type { Subject } from './subjects.ts';

/**
 * The warnings about some sources, by the place of their subject: their languages, and what the checker finds in
 * them.
 */
type SubjectWarnings = { place: number; language: Warning[]; checker: Warning[] };

/** Knowledge files precede all subjects. */
const beforeAll = -1;

/**
 * Creates an index for each subject of a run. Knowledge files are split into passages and indexed once for all of
 * them.
 */
export class SubjectIndexes {
  readonly #checker: Checker;
  readonly #warnings: SubjectWarnings[] = [];
  #knowledge: Promise<PassageIndex> | null = null;

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  async open({ place, searched }: Subject): Promise<PassageIndex> {
    const inputs = searched.filter(({ role }) => role === 'input');
    this.#knowledge ??= this.#openKnowledge(searched.filter(({ role }) => role === 'authority'));
    const passageIndex = await (await this.#knowledge).with(inputs);
    this.#note(place, inputs, passageIndex);
    return passageIndex;
  }

  /** Of the subjects opened so far, in their order: first the warnings about languages, then the checker's. */
  warnings(): { language: Warning[]; checker: Warning[] } {
    const warnings = this.#warnings.toSorted((one, other) => one.place - other.place);
    return {
      language: warnings.flatMap(({ language }) => language),
      checker: warnings.flatMap(({ checker }) => checker),
    };
  }

  async #openKnowledge(authorities: readonly Source[]): Promise<PassageIndex> {
    const passageIndex = await createPassageIndex(authorities, this.#checker.passages ?? defaultMost);
    this.#note(beforeAll, authorities, passageIndex);
    return passageIndex;
  }

  #note(place: number, sources: readonly Source[], passageIndex: PassageIndex): void {
    const passages = sources.flatMap((source) => passageIndex.passagesOf(source));
    this.#warnings.push({
      place,
      language: passageIndex.warnings,
      checker: this.#checker.warnings?.(passages) ?? [],
    });
  }
}
