import type { Source, UnreadFile } from '../../../../../engine/model/source.ts';
import type { GivenCitation, VerifiedCitation } from '../../../../../engine/model/verification.ts';
import { VerificationSearch } from '../../../../../engine/verify/verification-search.ts';

/** Verifies citations against sources that are already read; `failed` are files that could not be read. */
export async function verified(
  citations: readonly Omit<GivenCitation, 'id'>[],
  sources: readonly Source[],
  failed: readonly UnreadFile[] = [],
  steps?: number,
): Promise<VerifiedCitation[]> {
  const files = [...sources, ...failed].sort((one, other) => one.fileIndex - other.fileIndex);
  const names = files.map(({ name }) => ({ name, linkBase: name }));
  const given = citations.map((citation, at) => ({ id: String(at + 1), ...citation }));
  const options = { breathe: async () => {}, ...(steps !== undefined && { steps }) };
  const search = new VerificationSearch(given, names, options);
  for (const source of sources) await search.search(source);
  return [...search.verdicts(failed)];
}

/** The one verified citation. */
export async function verifiedOne(
  citation: Omit<GivenCitation, 'id'>,
  sources: readonly Source[],
  failed: readonly UnreadFile[] = [],
  steps?: number,
): Promise<VerifiedCitation> {
  const [one] = await verified([citation], sources, failed, steps);
  if (!one) throw new Error('expected one citation');
  return one;
}
