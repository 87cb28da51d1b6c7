import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../engine/model/finding.ts';
import type { FileReport } from '../../../../engine/model/result.ts';
import { annotationLines } from '../../../../src/cli/check/output/annotations.ts';
import { failureLines, mostNamed } from '../../../../src/cli/check/output/failures.ts';
import { finding } from '../../../support/findings.ts';
import { citation, confirmed, estimated, notFound, resultOf } from './findings.ts';

const rule = { key: 'k', index: 1, name: 'Fees: all, 100%', description: 'No fee.' };
const violated = (change: Partial<Parameters<typeof finding>[0]> = {}): Finding =>
  finding({
    rule,
    statement: 'The fee is 5%.\nIt is due.',
    citations: [citation('A fee\n::error::of 5%')],
    verdict: { assessed: true, label: 'CONFIRMED', outcome: 'violated' },
    ...change,
  });
const unread: FileReport = {
  ...{ name: 'junk.pdf', role: 'input', fileIndex: 1 },
  ...{ status: 'failed', reason: 'type_mismatch', message: 'is not a PDF' },
};
const places = { inputs: [{ linkBase: 'docs/contract.pdf' }, { linkBase: 'junk.pdf' }], environment: {} };

describe('what --fail-on found', () => {
  it('is named with rule, outcome, label, file and page', () => {
    expect(failureLines(resultOf([violated(), confirmed()]), ['violated'])).toEqual([
      'proviso: 1 finding matches --fail-on violated:',
      '  rule 2 “Fees: all, 100%”: violated, CONFIRMED: contract.pdf, p. 23, numbered 13',
    ]);
  });

  it('is named for a finding without a quote, and for an incomplete result', () => {
    const result = resultOf([notFound()], { incomplete: true, files: [unread] });
    expect(failureLines(result, ['not-found', 'incomplete'])).toEqual([
      'proviso: 1 finding matches --fail-on not-found,incomplete:',
      '  rule 1 “Notice period”: NOT FOUND: all files',
      'proviso: the result is incomplete (--fail-on incomplete):',
      '  junk.pdf was not read (type_mismatch)',
    ]);
  });

  it('is nothing if nothing failed', () => {
    expect(failureLines(resultOf([violated()]), ['not-found'])).toEqual([]);
  });

  it('is cut to lines that fit into a log', () => {
    const many = Array.from({ length: 80 }, (_, index) =>
      violated({ rule: { ...rule, key: `k${index}`, index } }),
    );
    const lines = failureLines(resultOf(many), ['violated']);
    expect(lines).toHaveLength(mostNamed + 2);
    expect(lines.at(-1)).toBe('  and 30 more');
  });
});

describe('annotations of GitHub Actions', () => {
  it('cannot be broken or forged by texts of documents and rules', () => {
    expect(annotationLines(resultOf([violated()]), ['violated'], places)).toEqual([
      '::error file=docs/contract.pdf,title=Fees%3A all%2C 100%25%3A violated%2C CONFIRMED::The fee is 5%25. It is due. p. 23, numbered 13: “A fee ::error::of 5%25”',
    ]);
  });

  it('have the lines of a text file, and the path from the root of the repository', () => {
    const cited = citation('A fee', { locator: { kind: 'lines', from: 3, to: 4 } });
    const [line] = annotationLines(resultOf([violated({ citations: [cited] })]), ['violated'], {
      ...places,
      environment: { GITHUB_WORKSPACE: resolve('..') },
    });
    expect(line).toMatch(/^::error file=[^/,]+\/docs\/contract\.pdf,line=3,endLine=4,title=/);
  });

  it('are errors if --fail-on found them, warnings otherwise, and none for accepted or satisfied findings', () => {
    const accepted = { ...violated(), accepted: { fingerprint: 'f', reason: 'Known' } };
    const levels = (failOn: Parameters<typeof annotationLines>[1]) =>
      annotationLines(
        resultOf([estimated(), violated(), confirmed(), notFound(), accepted], { files: [unread] }),
        failOn,
        places,
      ).map((line) => line.replace(/ \S*?title=/, ' ').replace(/(?<=.)::.*$/, ''));
    expect(levels(['violated', 'incomplete'])).toEqual([
      '::error Fees%3A all%2C 100%25%3A violated%2C CONFIRMED',
      '::error Not read by Proviso',
      '::warning Notice period%3A partly satisfied%2C ESTIMATED',
    ]);
    expect(levels([])).toEqual([
      '::warning Notice period%3A partly satisfied%2C ESTIMATED',
      '::warning Fees%3A all%2C 100%25%3A violated%2C CONFIRMED',
      '::warning Not read by Proviso',
    ]);
  });
});
