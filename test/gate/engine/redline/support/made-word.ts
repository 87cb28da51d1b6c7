import { defaultLimits } from '../../../../../engine/job.ts';
import type { Edit } from '../../../../../engine/redline/propose.ts';
import { type Mark, redlineWord } from '../../../../../engine/redline/redline-word.ts';
import { citation } from '../../../../support/findings.ts';
import { testFolder } from '../../load/support/load-file.ts';
import { makeZip } from '../../load/support/make-zip.ts';

export const transitional = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
export const strict = 'http://purl.oclc.org/ooxml/wordprocessingml/main';
export const at = new Date('2026-01-02T03:04:05.678Z');

export type Made = { root?: string; content?: Uint8Array; parts?: Record<string, string>; types?: string };

/** A folder, and a function that writes a Word file with a body into it and returns its path. */
export function wordFolder() {
  const folder = testFolder();
  return { folder, made: (body: string, parts?: Made) => made(folder, body, parts) };
}

function made(
  folder: ReturnType<typeof testFolder>,
  body: string,
  { root, content, parts = {}, types }: Made = {},
): string {
  const start = root ?? `<w:document xmlns:w="${transitional}">`;
  const [, p = ''] = /^<(\w+:)?document/.exec(start) ?? [];
  const xml = `<?xml version="1.0" encoding="UTF-8"?>${start}<${p}body>${body}</${p}body></${p}document>`;
  const all = {
    '[Content_Types].xml':
      types ?? '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'word/document.xml': content ?? xml,
    ...parts,
  };
  return folder.write(
    'made.docx',
    makeZip(Object.entries(all).map(([name, one]) => ({ name, content: one }))),
  );
}

/** Edits of a quote, in their order: each replaces the next place of some words. */
export function edits(quote: string, changes: readonly (readonly [string, string])[]): Edit[] {
  let from = 0;
  return changes.map(([was, becomes]) => {
    const start = quote.indexOf(was, from);
    from = start + was.length;
    return { start, end: from, becomes };
  });
}

export function mark(
  quote: string,
  changes: readonly (readonly [string, string])[] = [],
  comment?: string,
): Mark {
  return { citation: citation(quote), edits: edits(quote, changes), comment: comment ?? null };
}

export const redlined = (path: string, ...marks: Mark[]) =>
  redlineWord(path, marks, { author: 'Proviso', at }, defaultLimits.fileCharacters);

export const run = (text: string, look = '') =>
  `<w:r>${look && `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
export const inParagraph = (...runs: string[]) => `<w:p>${runs.join('')}</w:p>`;
export const quote = 'Pay within 45 days of receipt.';
export const to30 = [['45', '30']] as const;
