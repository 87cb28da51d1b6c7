import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type BenchDocument, madeReport } from './documents.ts';
import { type Measured, measure, median } from './measured.ts';
import { perSecond, ratio, table } from './table.ts';

const rounds = 3;
const mostFiles = 10;
const warmUpPages = 120;
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const asCommand = script('read.child.mjs');
const asServer = script('read-again.child.mjs');
const alone = script('read-alone.child.mjs');

const timeSchema = z.object({ pages: z.number(), ms: z.number() });
const readAgainSchema = z.object({ first: timeSchema, again: timeSchema });

/**
 * Measures the pages per second of Proviso's reader and of `pdftotext`, alternately on the same files: the ten largest
 * available ones.
 */
export async function readSpeed(documents: readonly BenchDocument[]): Promise<string> {
  if (!isInstalled('pdftotext'))
    return '  SKIPPED: pdftotext is not installed (Debian package poppler-utils)';
  const files = [...documents].sort((a, b) => bytesOf(b) - bytesOf(a)).slice(0, mostFiles);
  const paths = files.map(({ path }) => path);
  const warmUp = (await madeReport(warmUpPages)).path;
  const rows: string[][] = [];
  const each = { pages: 0, ours: 0, theirs: 0, theirProcessor: 0 };
  for (const { name, path } of files) {
    const ours = await inRounds(() => measure(process.execPath, [asCommand, path]));
    const theirs = await inRounds(() => measure('pdftotext', [path, '-']));
    const pages = Number(ours.stdout);
    rows.push(row(name, pages, ours.ms, theirs.ms));
    each.pages += pages;
    each.ours += ours.ms;
    each.theirs += theirs.ms;
    each.theirProcessor += theirs.processorMs ?? Number.NaN;
  }
  const together = await inRounds(() => measure(process.execPath, [asCommand, ...paths]));
  const served = await servedTimes([warmUp, ...paths]);
  rows.push(row('one process a file, sum', each.pages, each.ours, each.theirs));
  rows.push(row('all files in one process', each.pages, together.ms, each.theirs));
  rows.push(row('all files in a server that runs', each.pages, served.first, each.theirs));
  const unsplit = Number((await measure(process.execPath, [alone, ...paths])).stdout);
  return [
    table(['', 'pages', 'Proviso pages/s', 'pdftotext pages/s', 'Proviso : pdftotext'], rows),
    `  the same files again, from what was kept: ${ratio(served.first / served.again)} as fast as at first`,
    `  processor time, to that of pdftotext: ${ratio((together.processorMs ?? Number.NaN) / each.theirProcessor)} in all, of which PDFium in one process takes ${ratio(unsplit / each.theirProcessor)}`,
  ].join('\n');
}

async function servedTimes(paths: readonly string[]): Promise<{ first: number; again: number }> {
  const times: z.infer<typeof readAgainSchema>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { stdout } = await measure(process.execPath, [asServer, ...paths]);
    times.push(readAgainSchema.parse(JSON.parse(stdout)));
  }
  return {
    first: median(times.map(({ first }) => first.ms)),
    again: median(times.map(({ again }) => again.ms)),
  };
}

/** Runs several times and returns the measurement with the median time. */
async function inRounds(run: () => Promise<Measured>): Promise<Measured> {
  const runs: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await run());
  runs.sort((a, b) => a.ms - b.ms);
  const middle = runs[Math.floor(rounds / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}

function row(name: string, pages: number, ours: number, theirs: number): string[] {
  return [name, String(pages), perSecond(pages, ours), perSecond(pages, theirs), ratio(theirs / ours)];
}

function bytesOf({ path }: BenchDocument): number {
  return statSync(path).size;
}

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
