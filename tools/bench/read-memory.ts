import { fileURLToPath } from 'node:url';
import { madeReport } from './documents.ts';
import { measure } from './measured.ts';
import { megabytes, perSecond, ratio, table } from './table.ts';

const child = fileURLToPath(new URL('read.child.mjs', import.meta.url));
const lengths = [200, 1_000, 2_000, 4_000];

/** Measures how the memory for reading one PDF grows with its length, for each process. */
export async function readMemory(): Promise<string> {
  const rows: string[][] = [];
  let first: number | null = null;
  for (const pages of lengths) {
    const { name, path } = await madeReport(pages);
    const { peak, ms } = await measure(process.execPath, [child, path]);
    if (peak === null) return '  SKIPPED: this system has no /proc to read the memory of a process from';
    first ??= peak.largest;
    const others = megabytes(peak.children);
    rows.push([
      ...[name, megabytes(peak.own), others, megabytes(peak.largest), ratio(peak.largest / first)],
      perSecond(pages, ms),
    ]);
  }
  return table(['', 'own process', 'readers, sum', 'largest of all', 'to the first', 'pages/s'], rows);
}
