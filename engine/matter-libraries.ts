import type { Checker } from './check/checker.ts';
import type { Warning } from './model/result.ts';
import type { Source } from './model/source.ts';
import { createLibrary, defaultMost, type Library } from './retrieve/library.ts';
import type { Matter } from './subjects.ts';

/** What is to be said of some sources, by the place of their matter: their languages, and what the checker sees in them. */
type Said = { place: number; language: Warning[]; checker: Warning[] };

/** Knowledge files stand before all matters. */
const beforeAll = -1;

/** Makes a library for each matter of a run. Knowledge files are cut into passages and indexed once for all of them. */
export class MatterLibraries {
  readonly #checker: Checker;
  readonly #said: Said[] = [];
  #knowledge: Promise<Library> | null = null;

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  async open({ place, searched }: Matter): Promise<Library> {
    const inputs = searched.filter(({ role }) => role === 'input');
    this.#knowledge ??= this.#openKnowledge(searched.filter(({ role }) => role === 'authority'));
    const library = await (await this.#knowledge).with(inputs);
    this.#note(place, inputs, library);
    return library;
  }

  /** Of the matters opened so far, in their order: first what is said of languages, then what the checker says. */
  warnings(): { language: Warning[]; checker: Warning[] } {
    const said = this.#said.toSorted((one, other) => one.place - other.place);
    return {
      language: said.flatMap(({ language }) => language),
      checker: said.flatMap(({ checker }) => checker),
    };
  }

  async #openKnowledge(authorities: readonly Source[]): Promise<Library> {
    const library = await createLibrary(authorities, this.#checker.passages ?? defaultMost);
    this.#note(beforeAll, authorities, library);
    return library;
  }

  #note(place: number, sources: readonly Source[], library: Library): void {
    const passages = sources.flatMap((source) => library.passagesOf(source));
    this.#said.push({
      place,
      language: library.warnings,
      checker: this.#checker.warnings?.(passages) ?? [],
    });
  }
}
