import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { sharedPath } from '../../test/support/shared.ts';
import { madeReport } from './documents.ts';
import { type Measured, measure, median } from './measured.ts';
import { table } from './table.ts';

const runs = 3;
const child = fileURLToPath(new URL('steps.child.mjs', import.meta.url));

const stepNames = ['load', 'index', 'retrieve', 'check', 'verify', 'label', 'boxes', 'shape'] as const;
const milliseconds = z.number().min(0);
const timesSchema = z.object({
  pages: z.number(),
  rules: z.number(),
  /** Bytes in use when the last rule was answered. */
  retained: z.number(),
  firstAnswer: milliseconds,
  total: milliseconds,
  steps: z.record(z.enum(stepNames), milliseconds),
});

type Times = z.infer<typeof timesSchema>;
type Work = { name: string; rules: string; files: string[] };

/**
 * Measures the time of each step of a run and its share of the total, as medians of several runs. `other` is the time
 * between the steps.
 */
export async function steps(): Promise<string> {
  const columns: string[][] = [];
  for (const work of [sampleSet(), await longDocument()]) columns.push(...column(work, await timesOf(work)));
  const names = ['', ...stepNames, 'other', 'whole'];
  const [header = [], ...rows] = names.map((name, index) => [
    name,
    ...columns.map((cells) => cells[index] ?? ''),
  ]);
  return table(header, rows);
}

async function timesOf(work: Work): Promise<Times[]> {
  const times: Times[] = [];
  for (let run = 0; run < runs; run += 1) times.push((await analysisOf(work, 'together', 'shaped')).times);
  return times;
}

/** Runs one analysis in a separate process. Returns the time of each step and the memory of the processes. */
export async function analysisOf(
  { rules, files }: Pick<Work, 'rules' | 'files'>,
  scope: 'together' | 'each',
  form: 'shaped' | 'plain',
): Promise<{ times: Times; peak: Measured['peak'] }> {
  const { stdout, peak } = await measure(process.execPath, [child, scope, form, rules, ...files]);
  return { times: timesSchema.parse(JSON.parse(stdout)), peak };
}

/** Two columns: times, and their shares of the total. */
function column({ name }: Work, times: readonly Times[]): [string[], string[]] {
  const whole = median(times.map(({ total }) => total));
  const named = stepNames.map((step) => median(times.map(({ steps }) => steps[step])));
  const other = median(
    times.map(({ total, steps }) => total - stepNames.reduce((sum, step) => sum + steps[step], 0)),
  );
  const all = [...named, other, whole];
  const extent = `${times[0]?.pages} pages, ${times[0]?.rules} rules`;
  return [
    [`${name} (${extent})`, ...all.map((ms) => `${ms.toFixed(0)} ms`)],
    ['share', ...all.map((ms) => `${((100 * ms) / whole).toFixed(1)} %`)],
  ];
}

function sampleSet(): Work {
  return {
    name: 'samples',
    rules: sample('rules.yaml'),
    files: [sample('agreement.pdf'), sample('annex-b.docx')],
  };
}

async function longDocument(): Promise<Work> {
  const real = sharedPath('samples/NIST.SP.800-63b.pdf');
  const cases = sharedPath('samples/nist-800-63b.cases.json');
  if (real !== null && cases !== null) return { name: 'NIST SP 800-63B', rules: cases, files: [real] };
  const { name, path } = await madeReport(79);
  return { name, rules: sample('rules.yaml'), files: [path] };
}

export function sample(name: string): string {
  return fileURLToPath(new URL(`../../samples/${name}`, import.meta.url));
}
