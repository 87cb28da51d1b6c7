import type { Source, UnreadFile } from '../../../../../engine/model/source.ts';
import type { GivenCitation, VerifiedCitation } from '../../../../../engine/model/verification.ts';
import { CitationSearch } from '../../../../../engine/verify/citation-search.ts';
import { QuoteIndex } from '../../../../../engine/verify/quote-index.ts';
import { searchesByQuote, searchSource } from '../../../../../engine/verify/search-source.ts';
import { SourceNames } from '../../../../../engine/verify/source-names.ts';
import { verdictOf } from '../../../../../engine/verify/verdict.ts';

/** Verifies citations against sources that are already read; `failed` are files that could not be read. */
export async function verified(
  citations: readonly Omit<GivenCitation, 'id'>[],
  sources: readonly Source[],
  failed: readonly UnreadFile[] = [],
): Promise<VerifiedCitation[]> {
  const names = [...sources, ...failed].sort((one, other) => one.fileIndex - other.fileIndex);
  const lookUp = new SourceNames(names.map(({ name }) => ({ name, ref: name, linkBase: name })));
  const given = citations.map((citation, at) => ({ id: String(at + 1), ...citation }));
  const index = new QuoteIndex(given);
  const searches = given.map(
    (one) => new CitationSearch(one, one.source === undefined ? null : lookUp.filesNamed(one.source)),
  );
  const byQuote = searchesByQuote(index, searches);
  for (const source of sources) await searchSource(source, index, byQuote, { breathe: async () => {} });
  const parts = new Map(
    sources
      .filter(({ content }) => content.unread.length > 0)
      .map(({ fileIndex, name, content }) => [
        fileIndex,
        { name, unread: content.unread, ranges: content.ranges },
      ]),
  );
  const gaps = { failed: new Map(failed.map((file) => [file.fileIndex, file])), parts };
  return searches.map((search, at) => verdictOf(search, index.foldedQuote(at), gaps));
}

/** The one verified citation. */
export async function verifiedOne(
  citation: Omit<GivenCitation, 'id'>,
  sources: readonly Source[],
  failed: readonly UnreadFile[] = [],
): Promise<VerifiedCitation> {
  const [one] = await verified([citation], sources, failed);
  if (!one) throw new Error('expected one citation');
  return one;
}
