import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Citation } from '../../../engine/model/citation.ts';
import { resultSchema } from '../../../engine/model/result.ts';
import { proviso, workFolder } from '../../gate/cli/command.ts';
import { sharedPath } from '../../support/shared.ts';

const guide = sharedPath('samples/NIST.SP.800-63b.pdf');
const cases = sharedPath('samples/nist-800-63b.cases.json');
const filings = sharedPath('eval/financebench/pdfs');
const hasPoppler = popplerAnswers();

const caseSchema = z.object({
  rules: z.array(z.object({ name: z.string(), description: z.string(), expected: z.array(z.string()) })),
});

let folder: ReturnType<typeof workFolder>;
beforeAll(() => {
  folder = workFolder({});
});
afterAll(() => folder.remove());

async function resultOf(args: string[]) {
  const { stdout, stderr, code } = await proviso(['check', ...args, '--format', 'json'], {
    cwd: folder.path,
  });
  expect(code, stderr).toBe(0);
  return resultSchema.parse(JSON.parse(stdout));
}

describe('the findings for the guide of 79 pages and its 14 rules', () => {
  it.skipIf(guide === null || cases === null || !hasPoppler)(
    'have verbatim quotes on their pages, and are undecided after a complete search if the guide does not cover the rule',
    async () => {
      if (guide === null || cases === null) return;
      const { rules } = caseSchema.parse(JSON.parse(readFileSync(cases, 'utf8')));
      const given = rules.map(({ name, description }) => ({ name, description }));
      writeFileSync(join(folder.path, 'rules.json'), JSON.stringify(given));
      const { findings } = await resultOf([guide, '--rules', 'rules.json']);
      expect(findings).toHaveLength(14);
      const shown = findings.flatMap(({ citations, search }) => [
        ...citations,
        ...search.nearest.map(({ citation }) => citation),
      ]);
      const readings = readingsOf(guide);
      expect(shown.length).toBeGreaterThan(14);
      expect(shown.filter((citation) => !standsOnItsPages(citation, readings)).map(described)).toEqual([]);
      for (const [index, { expected }] of rules.entries()) {
        if (!expected.includes('NOT FOUND')) continue;
        // If the guide mentions a word of the rule elsewhere, the rule can stay undecided, but it must never be
        // decided.
        expect(findings[index]?.label).toBeOneOf(['NOT FOUND', 'ESTIMATED']);
        expect(findings[index]).toMatchObject({
          outcome: 'undetermined',
          search: { complete: true, pagesSearched: 79, pagesTotal: 79 },
        });
      }
    },
  );
});

describe('a check of twelve filings, each separately, with eight rules', () => {
  it.skipIf(filings === null)(
    'has a finding for each rule and filing, and its counts are the sums of the counts of all files',
    { timeout: 240_000 },
    async () => {
      if (filings === null) return;
      const rules = [
        'revenue',
        'dividend',
        'auditor',
        'repurchase',
        'lease',
        'goodwill',
        'pension',
        'unicorn',
      ];
      const given = rules.map((name) => ({ name, description: `The company must report its ${name}.` }));
      writeFileSync(join(folder.path, 'eight.json'), JSON.stringify(given));
      const { findings, counts, files } = await resultOf([
        filings,
        '--rules',
        'eight.json',
        '--scope',
        'each',
      ]);
      expect(files.map(({ status }) => status)).toEqual(Array(12).fill('read'));
      const pairs = findings.map(({ rule, subject }) => `${rule.name} ${JSON.stringify(subject)}`);
      expect(new Set(pairs).size).toBe(96);
      expect(pairs).toHaveLength(96);
      expect(sum(counts.labels)).toBe(96);
      expect(sum(counts.outcomes)).toBe(96);
      expect(Object.values(counts.byRule).map(({ labels }) => sum(labels))).toEqual(Array(8).fill(12));
      expect(Object.values(counts.bySubject).map(({ labels }) => sum(labels))).toEqual(Array(12).fill(8));
      const citedElsewhere = findings.filter(
        ({ subject, citations }) =>
          subject.kind !== 'file' || citations.some(({ source }) => source.fileIndex !== subject.fileIndex),
      );
      expect(citedElsewhere).toEqual([]);
    },
  );
});

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

/**
 * The pages as poppler reads them, which shares no code with Proviso: in visual order, and in the order of the file.
 */
type Readings = string[][];

function readingsOf(path: string): Readings {
  return [['-raw'], [], ['-layout']].map((order) => {
    const text = execFileSync('pdftotext', [...order, path, '-'], { encoding: 'utf8', maxBuffer: 2 ** 27 });
    return withoutBoilerplate(text.split('\f')).map(letters);
  });
}

const boilerplateOnPages = 10;

/**
 * The text of all pages without lines that are on many pages, so that a sentence across a page break is not
 * interrupted.
 */
function withoutBoilerplate(pages: string[]): string[] {
  const key = (line: string) => line.trim().replaceAll(/\d+/g, '0');
  const seen = new Map<string, number>();
  for (const page of pages) {
    for (const line of new Set(page.split('\n').map(key))) seen.set(line, (seen.get(line) ?? 0) + 1);
  }
  return pages.map((page) =>
    page
      .split('\n')
      .filter((line) => (seen.get(key(line)) ?? 0) < boilerplateOnPages)
      .join('\n'),
  );
}

function standsOnItsPages({ locator, quote }: Citation, readings: Readings): boolean {
  if (locator.kind !== 'page') return false;
  const { page, endPage = page } = locator;
  return readings.some((pages) =>
    pages
      .slice(page - 1, endPage)
      .join('')
      .includes(letters(quote)),
  );
}

/** The text without the white space after bullets, about which readers differ. */
function letters(text: string): string {
  return text.normalize('NFKC').replace(/[\s\u00ad\p{Co}•]+/gu, '');
}

function described({ quote, locator }: Citation): string {
  return `${JSON.stringify(locator)} ${quote}`;
}

function popplerAnswers(): boolean {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write('SKIPPED because pdftotext is not installed: install poppler-utils\n');
    return false;
  }
}
