import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { longFiles } from '../../test/support/long-files.ts';
import { lastSentence, longTexts } from '../../test/support/long-texts.ts';
import { type Measured, measure } from './measured.ts';
import { megabytes, table } from './table.ts';

const proviso = fileURLToPath(new URL('../../bin/proviso.js', import.meta.url));
/**
 * Sizes of the texts in MB. The texts are a little shorter than that, because Proviso does not read text files of more
 * than 8 million characters.
 */
const sizes = [0.5, 1, 2, 4, 8];
const room = 2_000;
const rules = [
  { name: 'Records', description: lastSentence },
  { name: 'Payment period', description: 'The payment period is no shorter than 45 days after receipt.' },
  { name: 'Subcontractors', description: 'The Supplier shall not engage a subcontractor without consent.' },
];

/**
 * Measures `proviso check` on a text that repeats the pattern `shape`, in a file of this format. Rejects if the check
 * fails.
 */
export async function checkLong(format: string, shape: string, megabytesOfText: number): Promise<Measured> {
  const text = longTexts[shape]?.(Math.floor(megabytesOfText * 1024 * 1024) - room);
  const content = longFiles[format]?.(text ?? '');
  if (text === undefined || content === undefined)
    throw new Error(`there is no text ${shape} in the format ${format}`);
  const folder = mkdtempSync(join(tmpdir(), 'proviso-lengths-'));
  try {
    const [file, asked] = [join(folder, `long.${format}`), join(folder, 'rules.json')];
    writeFileSync(file, content);
    writeFileSync(asked, JSON.stringify({ rules }));
    const args = [proviso, 'check', file, '--rules', asked, '--format', 'json'];
    return await measure(process.execPath, args, { PAGE_LAYOUT: 'off' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures every pattern in every format, or those of BENCH_FORMATS and BENCH_SHAPES, in increasing sizes. */
export async function lengths(): Promise<string> {
  const formats = chosen('BENCH_FORMATS', Object.keys(longFiles));
  const shapes = chosen('BENCH_SHAPES', Object.keys(longTexts));
  const rows: string[][] = [];
  for (const format of formats) {
    for (const shape of shapes) {
      const row = [`${format} ${shape}`];
      for (const size of sizes) row.push(await measured(format, shape, size));
      process.stderr.write(`${row.join('  ')}\n`);
      rows.push(row);
    }
  }
  return table(['', ...sizes.map((size) => `${size} MB`)], rows);
}

async function measured(format: string, shape: string, size: number): Promise<string> {
  try {
    const { processorMs, peak } = await checkLong(format, shape, size);
    const seconds = processorMs === null ? '?' : (processorMs / 1000).toFixed(1);
    return `${seconds} s, ${peak === null ? '?' : megabytes(peak.tree)}`;
  } catch (error) {
    return String(error).includes('ended with 3') ? 'not read' : `failed: ${String(error).slice(0, 80)}`;
  }
}

function chosen(variable: string, all: string[]): string[] {
  const names = process.env[variable]?.split(',') ?? all;
  return names.filter((name) => all.includes(name));
}
