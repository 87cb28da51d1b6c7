import type { Checker } from './check/checker.ts';
import type { Warning } from './model/result.ts';
import type { Source } from './model/source.ts';
import { createPassageIndex, defaultMost, type PassageIndex } from './retrieve/passage-index.ts';
import type { Subject } from './subjects.ts';

/** What is to be said of some sources, by the place of their matter: their languages, and what the checker sees in them. */
type SubjectWarnings = { place: number; language: Warning[]; checker: Warning[] };

/** Knowledge files stand before all matters. */
const beforeAll = -1;

/** Makes a library for each matter of a run. Knowledge files are cut into passages and indexed once for all of them. */
export class SubjectIndexes {
  readonly #checker: Checker;
  readonly #said: SubjectWarnings[] = [];
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

  /** Of the matters opened so far, in their order: first what is said of languages, then what the checker says. */
  warnings(): { language: Warning[]; checker: Warning[] } {
    const said = this.#said.toSorted((one, other) => one.place - other.place);
    return {
      language: said.flatMap(({ language }) => language),
      checker: said.flatMap(({ checker }) => checker),
    };
  }

  async #openKnowledge(authorities: readonly Source[]): Promise<PassageIndex> {
    const passageIndex = await createPassageIndex(authorities, this.#checker.passages ?? defaultMost);
    this.#note(beforeAll, authorities, passageIndex);
    return passageIndex;
  }

  #note(place: number, sources: readonly Source[], passageIndex: PassageIndex): void {
    const passages = sources.flatMap((source) => passageIndex.passagesOf(source));
    this.#said.push({
      place,
      language: passageIndex.warnings,
      checker: this.#checker.warnings?.(passages) ?? [],
    });
  }
}
