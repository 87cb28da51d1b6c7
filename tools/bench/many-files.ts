import { madeReport } from './documents.ts';
import { analysisOf, sample } from './steps.ts';
import { megabytes, ratio, table } from './table.ts';

const pages = 3;
const counts = [10, 100, 1_000];

/**
 * Runs checks of 10, 100 and 1,000 files of three pages with the ten sample rules, each in a separate process. Measures
 * the time per file, the time to the first answer, the memory in use when the last rule is answered, the peak memory
 * including garbage, and the memory of the reader processes.
 */
export async function manyFiles(): Promise<string> {
  const files: string[] = [];
  const rows: string[][] = [];
  for (const scope of ['together', 'each'] as const) {
    let first: { perFile: number; retained: number; own: number } | null = null;
    for (const count of counts) {
      while (files.length < count) files.push((await madeReport(pages, files.length + 1)).path);
      const work = { rules: sample('rules.yaml'), files: files.slice(0, count) };
      const { times, peak } = await analysisOf(work, scope, 'plain');
      if (peak === null) return '  SKIPPED: this system has no /proc to read the memory of a process from';
      const perFile = times.total / count;
      first ??= { perFile, retained: times.retained, own: peak.own };
      rows.push([
        `${count.toLocaleString('en')} files, ${scope}`,
        `${perFile.toFixed(1)} ms`,
        ratio(perFile / first.perFile),
        `${times.firstAnswer.toFixed(0)} ms`,
        megabytes(times.retained),
        ratio(times.retained / first.retained),
        megabytes(peak.own),
        ratio(peak.own / first.own),
        megabytes(peak.children),
      ]);
    }
  }
  return table(
    ['', 'a file', 'to the first', 'first answer', 'held', 'to the first', 'run', 'to the first', 'readers'],
    rows,
  );
}
