import { countOf } from '../parts/words.ts';
import type { Difference } from '../service/queries.ts';
import type { Finding, Run } from '../service/service.ts';
import { changedWords, type WordPart } from './redline/suggestions.ts';

/** A run with its findings. */
export type WholeRun = { run: Pick<Run, 'files' | 'createdAt'>; findings: readonly Finding[] };

/** The document of which a file is a version: the name of its first version. */
export const documentOf = ({ name, versionOf = name }: { name: string; versionOf?: string | undefined }) =>
  versionOf;

/**
 * The files of a run whose content differs from that of the same document in the other run. The findings have the hashes
 * of the files that they cite; a file without a hash differs if it was uploaded again.
 */
export function changedFiles(now: WholeRun, other: WholeRun): string[] {
  const [hashes, otherHashes] = [hashesOf(now), hashesOf(other)];
  const urls = new Map(other.run.files.map((file) => [documentOf(file), file.url]));
  return now.run.files.flatMap((file) => {
    const document = documentOf(file);
    const [hash, otherHash, url] = [hashes.get(document), otherHashes.get(document), urls.get(document)];
    const differs = hash && otherHash ? hash !== otherHash : url !== file.url;
    return url !== undefined && differs ? [file.name] : [];
  });
}

/** The hashes of the cited input files by document. Those of files that share a name count together. */
function hashesOf({ findings }: WholeRun): Map<string, string> {
  const found = new Map<string, Set<string>>();
  for (const { citations, search } of findings)
    for (const { source } of [...citations, ...search.nearest.map(({ citation }) => citation)])
      if (source.role === 'input') {
        const document = documentOf(source);
        found.set(document, (found.get(document) ?? new Set()).add(source.sha256));
      }
  return new Map([...found].map(([document, all]) => [document, [...all].sort().join(' ')]));
}

/** What changed in one sentence, and what that does not cover. */
export function changeWords(changed: number, unchanged: number, files: readonly string[]): string {
  const none = files.length === 0 ? 'Nothing changed' : 'No finding changed';
  const counts = `${changed === 0 ? none : `${countOf(changed, 'finding')} changed`}, ${unchanged} the same.`;
  if (files.length === 0) return counts;
  return `${counts} The content of ${files.join(', ')} changed: What changed compares findings, not whole documents.`;
}

/** Which reviews of an earlier run apply to this one too, and for which rules they do not; empty if there are none. */
export function reviewsKept(now: WholeRun, earlier: WholeRun, differences: readonly Difference[]): string {
  if (earlier.run.createdAt > now.run.createdAt) return '';
  const kept = now.findings.filter(({ review }) => review !== null && review.at < now.run.createdAt).length;
  const lost = differences.filter(({ before, after }) => before?.review && !after?.review);
  const were = (count: number) => (count === 1 ? 'was' : 'were');
  return [
    ...(kept === 0
      ? []
      : [`${countOf(kept, 'review')} ${were(kept)} kept, because the evidence is unchanged.`]),
    ...(lost.length === 0
      ? []
      : [`${countOf(lost.length, 'review')} ${were(lost.length)} not kept: ${namesOf(lost)}.`]),
  ].join(' ');
}

function namesOf(lost: readonly Difference[]): string {
  return lost
    .map(({ rule, subject }) => (subject.kind === 'file' ? `${rule.name} (${subject.name})` : rule.name))
    .join(', ');
}

/** The words of a quote, marked where the other quote has others; null if the quotes are not two versions of a sentence. */
export function quoteChanges(before: string, now: string): readonly WordPart[] | null {
  const parts = changedWords(before, now);
  const same = parts.reduce((sum, { kind, text }) => (kind === 'same' ? sum + text.length : sum), 0);
  const isVersion = before !== now && 2 * same >= Math.max(before.length, now.length);
  return isVersion ? parts : null;
}
