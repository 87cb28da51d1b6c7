import { fileURLToPath } from 'node:url';
import { sharedPath } from '../../test/support/shared.ts';
import { type BenchDocument, madeReport } from './documents.ts';
import { measure } from './measured.ts';
import { megabytes, ratio, table } from './table.ts';

const proviso = fileURLToPath(new URL('../../bin/proviso.js', import.meta.url));
const rules = fileURLToPath(new URL('../../samples/rules.yaml', import.meta.url));

/**
 * Measures the peak memory of `proviso check` with the ten sample rules: of the command itself, and of its reader
 * processes.
 */
export async function memory(): Promise<string> {
  const real = sharedPath('samples/NIST.SP.800-63b.pdf');
  const documents: BenchDocument[] = [await madeReport(79), await madeReport(1000)];
  if (real !== null) documents.unshift({ name: 'NIST SP 800-63B, 79 pages', path: real });
  const rows: string[][] = [];
  let first: number | null = null;
  for (const { name, path } of documents) {
    const args = [proviso, 'check', path, '--rules', rules, '--format', 'json'];
    const { peak, ms } = await measure(process.execPath, args);
    if (peak === null) return '  SKIPPED: this system has no /proc to read the memory of a process from';
    const sum = peak.own + peak.children;
    first ??= sum;
    rows.push([
      name,
      megabytes(peak.own),
      megabytes(peak.children),
      ratio(sum / first),
      `${(ms / 1000).toFixed(1)} s`,
    ]);
  }
  return table(['', 'proviso', 'parsers', 'sum, to the first', 'whole run'], rows);
}
