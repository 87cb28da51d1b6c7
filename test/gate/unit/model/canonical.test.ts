import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countFindings } from '../../../../engine/model/counts.ts';
import type { Finding, SubjectId } from '../../../../engine/model/finding.ts';
import { keyRules } from '../../../../engine/model/keys.ts';
import type { Json, Result } from '../../../../engine/model/result.ts';
import type { Scope } from '../../../../engine/model/rule.ts';
import { shapeOutput } from '../../../../engine/shape/shape.ts';
import { canonical } from '../../../../tools/canonical/canonical.ts';
import { citation, finding, wholeSearch } from '../../../support/findings.ts';

const rules = keyRules(['Notice', 'Secrecy', 'Audit'].map((name) => ({ name, description: `${name}.` })));
const names = ['b.pdf', 'a.pdf', 'c.pdf', 'a.pdf'];
const format: Json = {
  summary: '',
  notice: [{ quote: '', file: '', link: '' }],
  findings: [{ id: '', rule: '', subject: '', statement: '', pages: [0] }],
};

type Given = { order: number[]; runId?: string; startedAt?: string; scope?: Scope };

/** The result of a run with the files in this order; `order` lists indices of `names`. */
function resultOf({
  order,
  runId = 'one',
  startedAt = '2026-11-21T10:00:00.000Z',
  scope = 'each',
}: Given): Result {
  const cite = (file: number, text: string, change = {}) => {
    const name = names[file] ?? '';
    const source = {
      ...citation('').source,
      fileIndex: order.indexOf(file),
      name,
      sha256: `${file}`.repeat(64),
    };
    const link = `${runId}/${name}#page=2`;
    return citation(text, { source, link, ...change });
  };
  const about = (file: number, rule: (typeof rules)[number], subject: SubjectId): Finding =>
    finding({
      rule,
      runId,
      subject,
      statement: `${rule.name} in ${names[file]} ${file}.`,
      citations: [
        cite(file, 'second page first', { start: 900, end: 920 }),
        cite(file, 'then the first page'),
      ],
      values: [{ name: 'days', value: file, citations: [1] }],
      search: { ...wholeSearch, nearest: [{ citation: cite(file, 'near'), why: 'no verb' }] },
    });
  const together = (rule: (typeof rules)[number]): Finding => {
    const parts = order.map((file) => about(file, rule, { kind: 'project' }));
    const citations = parts.flatMap((part) => part.citations);
    const values = order.map((file, at) => ({ name: 'days', value: file, citations: [at * 2 + 1] }));
    return finding({ rule, runId, citations, values: values.sort((a, b) => a.value - b.value) });
  };
  const findings =
    scope === 'together'
      ? rules.map(together)
      : rules.flatMap((rule) =>
          order.map((file, fileIndex) =>
            about(file, rule, { kind: 'file', fileIndex, name: names[file] ?? '' }),
          ),
        );
  return {
    runId,
    counts: countFindings(findings),
    incomplete: false,
    files: order.map((file, fileIndex) => ({
      name: names[file] ?? '',
      role: 'input',
      fileIndex,
      status: 'read',
      pages: 3 + (file % 2),
      countedAs: 'pages',
      method: 'text',
    })),
    findings,
    ...shapeOutput(format, findings),
    warnings: order.map((file) => ({
      code: 'unknown_language',
      message: 'Read without rules.',
      file: names[file] ?? '',
    })),
    usage: { modelCalls: runId.length, inputTokens: 1, outputTokens: 1, cachedTokens: 0 },
    startedAt,
    endedAt: startedAt,
  };
}

const anyOrder = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 });

describe('a canonical result', () => {
  it.each(['each', 'together'] as const)('is the same whatever the order of the files (%s)', (scope) => {
    const first = canonical(resultOf({ order: [0, 1, 2, 3], scope }));
    fc.assert(
      fc.property(anyOrder, (order) => {
        expect(canonical(resultOf({ order, scope }))).toBe(first);
      }),
    );
  });

  it('is the same for a later run with the same files in a different folder', () => {
    const again = { order: [0, 1, 2, 3], runId: 'another', startedAt: '2027-01-01T00:00:00.000Z' };
    expect(canonical(resultOf(again))).toBe(canonical(resultOf({ order: [0, 1, 2, 3] })));
  });

  it('does not depend on the order of keys', () => {
    const result = resultOf({ order: [0, 1, 2, 3] });
    const reversed = Object.fromEntries(Object.entries(result).reverse());
    expect(canonical({ ...result, ...reversed })).toBe(canonical(result));
  });

  const base = resultOf({ order: [0, 1, 2, 3] });
  const [head, ...tail] = base.findings;
  if (!head) throw new Error('twelve findings');
  const [firstCitation, secondCitation] = head.citations;
  if (!firstCitation || !secondCitation) throw new Error('two citations');

  it.each<[string, Partial<Result>]>([
    ['a different statement', { findings: [{ ...head, statement: 'Other.' }, ...tail] }],
    [
      'a different page',
      {
        findings: [
          { ...head, citations: [{ ...firstCitation, locator: { kind: 'page', page: 9 } }, secondCitation] },
          ...tail,
        ],
      },
    ],
    [
      'a different order of citations within a file',
      { findings: [{ ...head, citations: [secondCitation, firstCitation] }, ...tail] },
    ],
    ['one quote fewer', { findings: [{ ...head, citations: [firstCitation] }, ...tail] }],
    ['a different reason', { findings: [{ ...head, reasons: ['lexical_match'] }, ...tail] }],
    [
      'an incomplete search',
      { findings: [{ ...head, search: { ...head.search, complete: false } }, ...tail] },
    ],
    ['one finding fewer', { findings: tail }],
    ['a different count', { counts: { ...base.counts, labels: { ...base.counts.labels, CONFIRMED: 1 } } }],
    ['one warning fewer', { warnings: base.warnings.slice(1) }],
    ['a different output', { output: { summary: 'Other.' } }],
    ['a different source of a leaf', { outputSources: { ...base.outputSources, '/summary': [] } }],
    ['a different reason for a null', { outputGaps: { '/summary': 'why' } }],
    [
      'a file that failed',
      {
        files: [
          { name: 'b.pdf', role: 'input', fileIndex: 0, status: 'failed', reason: 'damaged', message: '' },
          ...base.files.slice(1),
        ],
      },
    ],
  ])('differs for %s', (_, change) => {
    expect(canonical({ ...base, ...change })).not.toBe(canonical(base));
  });
});
