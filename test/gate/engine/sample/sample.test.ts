import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { analyze, closeLoading, localJob, localPorts } from '../../../../engine/index.ts';
import type { Citation } from '../../../../engine/model/citation.ts';
import type { Finding } from '../../../../engine/model/finding.ts';
import { ruleSchema } from '../../../../engine/model/rule.ts';
import { type Expected, expectedFindings, samplePath } from './expected.ts';

const expected = expectedFindings();
const { rules, outputFormat } = z
  .object({ rules: z.array(ruleSchema), outputFormat: z.json().default(null) })
  .parse(parse(readFileSync(samplePath('rules.yaml'), 'utf8')));

const result = await analyze(
  localJob({
    rules,
    knowledge: [samplePath('policy.pdf')],
    inputs: ['agreement.pdf', 'annex-b.docx'].map(samplePath),
    outputFormat,
  }),
  localPorts(),
);

afterAll(closeLoading);

describe('a check of the sample set without a model', () => {
  it('is compared with a recorded correct answer for every rule', () => {
    expect(expected.map(({ rule }) => rule)).toEqual(rules.map(({ name }) => name));
  });

  it('shows every kind of answer: certain ones of both outcomes, a number that breaks a rule, nothing found, and places to read', () => {
    const kinds = result.findings.map(({ label, outcome }) => `${label} ${outcome}`);
    expect(kinds).toEqual(
      expect.arrayContaining([
        'CONFIRMED satisfied',
        'CONFIRMED violated',
        'ESTIMATED violated',
        'ESTIMATED undetermined',
        'NOT FOUND undetermined',
      ]),
    );
  });

  it('reads all files completely', () => {
    expect(result.files.map(({ name, status }) => ({ name, status }))).toEqual([
      { name: 'policy.pdf', status: 'read' },
      { name: 'agreement.pdf', status: 'read' },
      { name: 'annex-b.docx', status: 'read' },
    ]);
    expect(result.incomplete).toBe(false);
  });

  it.each(expected)('never answers a rule wrongly: $rule', (right) => {
    const finding = findingFor(right);
    expect(right.labels).toContain(finding.label);
    if (finding.label === 'ESTIMATED') expect(right.outcomes).toContain(finding.outcome);
    else expect(finding.outcome).toBe(right.truth);
  });

  it.each(expected.filter(({ evidence }) => evidence.length > 0))(
    'cites the correct words of the correct file: $rule',
    (right) => {
      const [first] = findingFor(right).citations;
      expect(first && placeOf(first)).toSatisfy((place) => right.evidence.some((one) => isAt(place, one)));
    },
  );

  it('quotes the policy as the basis of at least eight findings', () => {
    const withBasis = result.findings.filter(({ basis }) =>
      basis.some(({ source }) => source.role === 'authority'),
    );
    expect(withBasis.length).toBeGreaterThanOrEqual(8);
  });
});

function findingFor({ rule }: Expected): Finding {
  const found = result.findings.find((finding) => finding.rule.name === rule);
  if (!found) throw new Error(`no finding for ${rule}`);
  return found;
}

type Place = { file: string; page?: number; heading?: string };

function placeOf({ source, locator }: Citation): Place {
  if (locator.kind === 'page') return { file: source.name, page: locator.page };
  if (locator.kind === 'section' && locator.heading !== undefined)
    return { file: source.name, heading: locator.heading };
  return { file: source.name };
}

function isAt(place: Place | undefined, right: Expected['evidence'][number]): boolean {
  if (place?.file !== right.file) return false;
  return right.page === undefined
    ? place.heading?.endsWith(right.heading ?? '') === true
    : place.page === right.page;
}
