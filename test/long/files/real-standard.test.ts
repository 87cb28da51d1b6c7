import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { analyze, closeLoading, createWordsChecker, defaultLimits, keyRules } from '../../../engine/index.ts';
import { inMemorySourceCache, openLocalFile } from '../../../engine/load/local-files.ts';
import type { Citation } from '../../../engine/model/citation.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import { sharedPath } from '../../support/shared.ts';

const document = sharedPath('samples/NIST.SP.800-63b.pdf');
const casesFile = sharedPath('samples/nist-800-63b.cases.json');

const casesSchema = z.object({
  rules: z.array(z.object({ name: z.string(), description: z.string(), pages: z.array(z.number()) })),
});

const pageOf = ({ locator }: Citation): number | null => (locator.kind === 'page' ? locator.page : null);

describe.skipIf(document === null || casesFile === null)(
  'a check of a real standard of 79 pages without a model',
  () => {
    const { rules } = casesSchema.parse(
      casesFile === null ? { rules: [] } : JSON.parse(readFileSync(casesFile, 'utf8')),
    );
    const present = rules.filter(({ pages }) => pages.length > 0);
    let findings: Finding[] = [];
    const findingFor = (name: string): Finding => {
      const finding = findings.find(({ rule }) => rule.name === name);
      if (!finding) throw new Error(`no finding for ${name}`);
      return finding;
    };

    beforeAll(async () => {
      const result = await analyze(
        {
          runId: 'a'.repeat(24),
          rules: keyRules(rules.map(({ name, description }) => ({ name, description }))),
          knowledge: [],
          inputs: [{ name: 'standard.pdf', ref: document ?? '', linkBase: 'standard.pdf' }],
          scope: 'together',
          outputFormat: null,
          limits: defaultLimits,
          earlier: [],
        },
        {
          openSource: openLocalFile,
          sourceCache: inMemorySourceCache(),
          clock: { now: () => new Date(0) },
          checker: createWordsChecker(),
        },
        { signal: new AbortController().signal, onEvent: () => {} },
      );
      findings = result.findings;
    });
    afterAll(closeLoading);

    it('cites one of the right pages first for at least 7 of the 11 rules that the standard covers', () => {
      const right = present.filter(({ name, pages }) => {
        const [first] = findingFor(name).citations;
        return first !== undefined && pages.includes(pageOf(first) ?? 0);
      });
      expect(present).toHaveLength(11);
      expect(right.length).toBeGreaterThanOrEqual(7);
    });

    it('shows a right page in the first three citations or nearest passages for at least 9 of the 11 rules', () => {
      const right = present.filter(({ name, pages }) => {
        const { citations, search } = findingFor(name);
        const near = search.nearest.map(({ citation }) => citation);
        return [...citations.slice(0, 3), ...near.slice(0, 3)].some((one) =>
          pages.includes(pageOf(one) ?? 0),
        );
      });
      expect(right.length).toBeGreaterThanOrEqual(9);
    });

    it('leaves the rules that the standard does not cover undecided, after searching all 79 pages', () => {
      const absent = rules.filter(({ pages }) => pages.length === 0).map(({ name }) => findingFor(name));
      expect(absent.map(({ outcome }) => outcome)).toEqual(['undetermined', 'undetermined', 'undetermined']);
      for (const { search } of absent) {
        expect(search).toMatchObject({ complete: true, pagesSearched: 79, pagesTotal: 79 });
        expect(search.nearest.length).toBeGreaterThan(0);
      }
    });

    it('never reports NOT FOUND for a rule that the standard covers in other words', () => {
      const labels = present.map(({ name }) => findingFor(name).label);
      expect(labels).not.toContain('NOT FOUND');
    });

    it('does not confirm a rule whose number differs from that of the standard, and quotes the number of the standard', () => {
      const finding = findingFor('PBKDF2 iterations');
      expect(finding.outcome).not.toBe('satisfied');
      expect(finding.label).not.toBe('CONFIRMED');
      expect(finding.citations[0]?.quote).toContain('at least 10,000 iterations');
    });

    it('decides a rule only if its first citation is on a right page', () => {
      expect(findings).toHaveLength(rules.length);
      const decided = findings.filter(({ outcome }) => outcome !== 'undetermined');
      for (const { rule, citations } of decided) {
        const right = rules.find(({ name }) => name === rule.name)?.pages ?? [];
        expect(right).toContain(citations[0] && pageOf(citations[0]));
      }
    });
  },
);
