import { isDeepStrictEqual } from 'node:util';
import { locatorAt } from '../../../../engine/cite/locator-at.ts';
import type { Citation } from '../../../../engine/model/citation.ts';
import type { SourceText } from '../../../../engine/model/source.ts';
import { isQuotedIn } from '../../evidence/quoted.ts';
import type { Context } from '../report.ts';
import { gridAround, type Sheets, sheetsOf } from './grid.ts';
import { passageAround } from './passage.ts';

/** Yields the texts that were read from the file with this hash, one for each setting with which it was read. */
export type TextsOf = (sha256: string) => AsyncIterable<SourceText>;

/**
 * Returns the text around each quote. A quote that is not exactly at its offsets and at its place in a text of its file
 * has no context. One text is used at a time, and each only once.
 */
export async function contextsOf(
  citations: readonly Citation[],
  textsOf: TextsOf,
  signal: AbortSignal,
): Promise<Map<Citation, Context>> {
  const files = new Map<string, Set<Citation>>();
  for (const citation of citations) {
    const { sha256 } = citation.source;
    files.set(sha256, (files.get(sha256) ?? new Set()).add(citation));
  }
  const found = new Map<Citation, Context>();
  for (const [sha256, open] of files) {
    for await (const content of textsOf(sha256)) {
      signal.throwIfAborted();
      let sheets: Sheets | null = null;
      for (const citation of open) {
        if (!isAt(content, citation)) continue;
        open.delete(citation);
        if (citation.locator.kind === 'cell') sheets ??= sheetsOf(content);
        const context = (sheets && gridAround(content, citation, sheets)) ?? passageAround(content, citation);
        if (context !== null) found.set(citation, context);
      }
      if (open.size === 0) break;
    }
  }
  return found;
}

/** Whether the words of the citation are at its offsets in the text, and its place is the place of these words. */
function isAt(content: SourceText, citation: Citation): boolean {
  return isQuotedIn(content, citation) && isDeepStrictEqual(locatorAt(content, citation), citation.locator);
}
