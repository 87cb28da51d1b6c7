import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { reports } from './documents.ts';
import { measure } from './measured.ts';
import { sample } from './steps.ts';
import { ratio, table } from './table.ts';

/** The numbers of pages at which to note the sums, in rising order: BENCH_PAGES, separated by commas. */
const sizes = (process.env.BENCH_PAGES ?? '10000,30000,100000').split(',').map(Number);
const ruleCount = 40;
const ruleSets = ['data-processing-agreement', 'saas-contract', 'information-security-policy'];
/** One check reads at most this many pages, because a run has a limit of pages. */
const pagesOfCheck = 10_000;
const million = 1_000_000;
const dollarsAnHour = 0.04;

const resultSchema = z.object({
  files: z.array(z.object({ name: z.string(), pages: z.number().nullable() })),
});

/**
 * Checks 40 rules by words against growing numbers of pages, each file on its own, and measures the processor time. The
 * pages are those of the available reports. Each copy of a report has other bytes, so nothing of it is cached. A larger
 * number of pages includes the smaller ones. Each check writes a line to the error output when it ends, so that an
 * interrupted measurement still says what it has found.
 */
export function pagesLinear(): Promise<string> {
  return withWork(async (work) => {
    const rows: string[][] = [];
    let first: number | null = null;
    for (const size of sizes) {
      await checkUntil(size, work);
      const { pages, processorMs, ms } = work.sum;
      const each = processorMs / pages;
      first ??= each;
      rows.push([
        pages.toLocaleString('en'),
        `${(processorMs / 1000).toFixed(0)} s`,
        `${(ms / 1000).toFixed(0)} s`,
        `${each.toFixed(1)} ms`,
        ratio(each / first),
        `$${dollarsOfMillion(work).toFixed(2)}`,
      ]);
    }
    return table(
      ['pages', 'processor time', 'time', 'processor time a page', 'to the first', 'a million pages'],
      rows,
    );
  });
}

/** The cost of the processor time of a million pages in dollars, reckoned from at least so many pages. */
export function millionPages(least: number): Promise<number> {
  return withWork(async (work) => {
    await checkUntil(least, work);
    return dollarsOfMillion(work);
  });
}

function dollarsOfMillion({ sum: { pages, processorMs } }: Work): number {
  return (((processorMs / pages) * million) / 3_600_000) * dollarsAnHour;
}

async function withWork<Value>(measured: (work: Work) => Promise<Value>): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'proviso-pages-'));
  try {
    const rules = join(folder, 'rules.json');
    const originals = (await reports()).map(({ path }) => path);
    const all = fortyRules();
    writeFileSync(rules, JSON.stringify({ rules: all.slice(0, 1) }));
    const counts = await pagesOf(originals, rules);
    writeFileSync(rules, JSON.stringify({ rules: all }));
    const sum = { pages: 0, processorMs: 0, ms: 0, copies: 0 };
    return await measured({ originals, counts, rules, folder, sum });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Work = {
  originals: readonly string[];
  counts: readonly number[];
  rules: string;
  folder: string;
  /** What has been checked so far. */
  sum: { pages: number; processorMs: number; ms: number; copies: number };
};

/** Checks more copies of the reports, in checks of bounded size, until at least `size` pages have been checked. */
async function checkUntil(size: number, { originals, counts, rules, folder, sum }: Work): Promise<void> {
  while (sum.pages < size) {
    const copies = join(folder, 'copies');
    mkdirSync(copies);
    let pages = 0;
    while (pages < Math.min(pagesOfCheck, size - sum.pages)) {
      const index = sum.copies % originals.length;
      const path = join(copies, `${sum.copies}.pdf`);
      copyFileSync(originals[index] ?? '', path);
      writeFileSync(path, `\n% copy ${sum.copies}\n`, { flag: 'a' });
      pages += counts[index] ?? 0;
      sum.copies += 1;
    }
    const { processorMs, ms } = await check(copies, rules, join(folder, 'result.json'));
    sum.pages += pages;
    sum.processorMs += processorMs;
    sum.ms += ms;
    rmSync(copies, { recursive: true });
    const each = (processorMs / pages).toFixed(1);
    process.stderr.write(
      `${sum.pages} pages: ${(sum.processorMs / 1000).toFixed(0)} s of processor time; the last ${pages}: ${each} ms a page\n`,
    );
  }
}

async function check(folder: string, rules: string, out: string) {
  const command = [sample('../bin/proviso.js'), 'check', folder, '--rules', rules, '--scope', 'each'];
  const { processorMs, ms } = await measure(process.execPath, [...command, '--out', out]);
  if (processorMs === null) throw new Error('this system has no /proc to read processor time from');
  return { processorMs, ms };
}

async function pagesOf(paths: readonly string[], rules: string): Promise<number[]> {
  const counts: number[] = [];
  for (const path of paths) {
    const command = [sample('../bin/proviso.js'), 'check', path, '--rules', rules, '--format', 'json'];
    const { stdout } = await measure(process.execPath, command);
    counts.push(resultSchema.parse(JSON.parse(stdout)).files[0]?.pages ?? 0);
  }
  return counts;
}

function fortyRules(): unknown[] {
  const schema = z.object({ rules: z.array(z.object({ name: z.string(), description: z.string() })) });
  return ruleSets
    .flatMap((name) => schema.parse(parse(readFileSync(sample(`rule-sets/${name}.yaml`), 'utf8'))).rules)
    .slice(0, ruleCount);
}
