import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BenchDocument } from './documents.ts';
import { measure, median } from './measured.ts';
import { perSecond, ratio, table } from './table.ts';

const rounds = 3;
const child = fileURLToPath(new URL('read.child.mjs', import.meta.url));

/** Pages per second of our reader against `pdftotext`, each as a whole process, taking turns on the same files. */
export async function readSpeed(documents: readonly BenchDocument[]): Promise<string> {
  if (!isInstalled('pdftotext'))
    return '  SKIPPED: pdftotext is not installed (Debian package poppler-utils)';
  const rows: string[][] = [];
  const sums = { pages: 0, ours: 0, theirs: 0 };
  for (const { name, path } of documents) {
    const ours: number[] = [];
    const theirs: number[] = [];
    let pages = 0;
    for (let round = 0; round < rounds; round += 1) {
      const read = await measure(process.execPath, [child, path]);
      pages = Number(read.stdout);
      ours.push(read.ms);
      theirs.push((await measure('pdftotext', [path, '-'])).ms);
    }
    rows.push(row(name, pages, median(ours), median(theirs)));
    sums.pages += pages;
    sums.ours += median(ours);
    sums.theirs += median(theirs);
  }
  rows.push(row('one process a file, sum', sums.pages, sums.ours, sums.theirs));
  const together = await inOneProcess(documents);
  rows.push(row('all files in one process', sums.pages, together, sums.theirs));
  return table(['', 'pages', 'Proviso pages/s', 'pdftotext pages/s', 'Proviso : pdftotext'], rows);
}

async function inOneProcess(documents: readonly BenchDocument[]): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    times.push((await measure(process.execPath, [child, ...documents.map(({ path }) => path)])).ms);
  }
  return median(times);
}

function row(name: string, pages: number, ours: number, theirs: number): string[] {
  return [name, String(pages), perSecond(pages, ours), perSecond(pages, theirs), ratio(theirs / ours)];
}

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
