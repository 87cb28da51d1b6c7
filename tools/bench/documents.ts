import { createWriteStream, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import { sharedPath } from '../../test/support/shared.ts';

export type BenchDocument = { name: string; path: string };

const folder = mkdtempSync(join(tmpdir(), 'proviso-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Real annual and quarterly reports if they are available, otherwise generated ones. */
export async function reports(): Promise<BenchDocument[]> {
  const real = sharedPath('eval/financebench/pdfs');
  if (real === null) return Promise.all([40, 120].map((pages) => madeReport(pages)));
  return readdirSync(real)
    .filter((name) => name.endsWith('.pdf'))
    .sort()
    .map((name) => ({ name: basename(name, '.pdf'), path: join(real, name) }));
}

const linesOnPage = 46;
const words =
  'supplier customer shall provide services agreement notice within days charges invoice payment liability audit security controls insurance claim contract year platform personal data breach period terms written consent subcontractor availability production month recurring increase'.split(
    ' ',
  );

/**
 * A PDF of `pages` full pages of text with headers and footers. Equal arguments create equal pages; a different
 * `number` creates different pages.
 */
export async function madeReport(pages: number, number = 0): Promise<BenchDocument> {
  const path = join(folder, `made-${pages}-${number}.pdf`);
  const doc = new PDFDocument({ size: 'A4', margin: 60, autoFirstPage: false });
  const written = pipeline(doc, createWriteStream(path));
  const next = numbers(pages + 1_000_003 * number);
  for (let page = 1; page <= pages; page += 1) {
    doc.addPage();
    doc.font('Times-Roman').fontSize(10);
    doc.text('Made report for measuring', 60, 30, { lineBreak: false });
    for (let line = 0; line < linesOnPage; line += 1)
      doc.text(sentence(next), 60, 60 + line * 15, { lineBreak: false });
    doc.text(`Page ${page}`, 60, 775, { lineBreak: false });
  }
  doc.end();
  await written;
  return { name: `made, ${pages} pages`, path };
}

function sentence(next: () => number): string {
  const chosen = Array.from({ length: 12 }, () => words[next() % words.length]);
  return `${chosen.join(' ')} ${next() % 1000}.`;
}

/** Pseudo-random numbers that are the same in every run (a linear congruential generator, from Numerical Recipes). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 8;
  };
}
