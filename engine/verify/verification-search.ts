import type { Source, UnreadFile } from '../model/source.ts';
import type { GivenCitation, VerifiedCitation } from '../model/verification.ts';
import { CitationSearch } from './citation-search.ts';
import { type SearchOptions, searchSource } from './search-source.ts';
import { type SourceName, SourceNames } from './source-names.ts';
import { type UnreadParts, verdictOf } from './verdict.ts';

/** Searches sources, one after another, for the quotes of all citations of a verification. */
export class VerificationSearch {
  readonly #searches: CitationSearch[];
  readonly #parts = new Map<number, UnreadParts>();
  readonly #options: SearchOptions;

  constructor(citations: readonly GivenCitation[], sources: readonly SourceName[], options: SearchOptions) {
    const names = new SourceNames(sources);
    this.#searches = citations.map((citation) => {
      const named = citation.source === undefined ? null : names.filesNamed(citation.source);
      return new CitationSearch(citation, named);
    });
    this.#options = options;
  }

  async search(source: Source): Promise<void> {
    const { fileIndex, name, content } = source;
    const { unread, ranges } = content;
    if (unread.length > 0) this.#parts.set(fileIndex, { name, unread, ranges });
    await searchSource(source, this.#searches, this.#options);
  }

  /** The verdicts of the citations from the index `from` on, after all sources were searched. */
  *verdicts(failedFiles: readonly UnreadFile[], from = 0): Generator<VerifiedCitation> {
    const failed = new Map(failedFiles.map((file) => [file.fileIndex, file]));
    for (let at = from; at < this.#searches.length; at += 1) {
      const search = this.#searches[at];
      if (search) yield verdictOf(search, { failed, parts: this.#parts });
    }
  }
}
