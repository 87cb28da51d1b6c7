import { beforeAll, describe, expect, it } from 'vitest';
import { type Checker, createWordsChecker } from '../../../engine/index.ts';
import { compareReports } from '../../../src/eval/compare/compare.ts';
import { comparisonText } from '../../../src/eval/compare/say.ts';
import { missedIn } from '../../../src/eval/report/figures.ts';
import type { Report } from '../../../src/eval/report/report.ts';
import { evaluated, goodReport, ourCases } from '../../gate/eval/support/evaluated.ts';

let good: Report;
let damaged: Report;
let unlucky: Report;
beforeAll(async () => {
  const cases = await ourCases();
  good = await goodReport();
  damaged = await evaluated(cases, asksForAllWords(createWordsChecker()));
  unlucky = await evaluated(cases, missesNow('Professional indemnity', createWordsChecker()));
});

/** A checker that asks for far too much: evidence counts only if the files have all words of the rule. */
function asksForAllWords(checker: Checker): Checker {
  return {
    ...checker,
    check: (question, config) => {
      const { evidence } = question;
      const inputs = evidence.terms.every(({ present }) => present) ? evidence.inputs : [];
      return checker.check({ ...question, evidence: { ...evidence, inputs } }, config);
    },
  };
}

/** A checker that misses the evidence for one rule, as a model sometimes does. */
function missesNow(name: string, checker: Checker): Checker {
  return {
    ...checker,
    check: (question, config) =>
      checker.check(
        question.rule.name === name
          ? { ...question, evidence: { ...question.evidence, inputs: [] } }
          : question,
        config,
      ),
  };
}

describe('the comparison of two runs', () => {
  it('is "worse" for a damaged setting whose run misses its thresholds, and names each answer that became wrong, with the reason', () => {
    const comparison = compareReports(good, damaged);
    expect(comparison.verdict).toBe('worse');
    expect(comparison.interval?.[1]).toBeLessThan(0);
    expect(missedIn(damaged).map(({ id }) => id)).toContain('outcomeAccuracy');
    const text = comparisonText(comparison);
    expect(text).toMatch(/^Worse: "outcome as expected" went from 0\.\d\d to 0\.\d\d/);
    const fallen = comparison.flips.filter(({ gradeAfter }) => gradeAfter === 'wrong');
    expect(fallen.length).toBeGreaterThan(10);
    for (const { why } of fallen) expect(why.length).toBeGreaterThan(0);
    expect(text).toContain('instead of');
  });

  it('is "better" if the two runs are exchanged, with a difference of the same size', () => {
    const there = compareReports(good, damaged);
    const back = compareReports(damaged, good);
    expect(back.verdict).toBe('better');
    expect(back.difference).toBeCloseTo(-(there.difference ?? 0), 12);
  });

  it('is undecided if a single answer differs, and says how many more documents would be needed', () => {
    const comparison = compareReports(good, unlucky);
    expect(comparison.flips).toHaveLength(1);
    expect(comparison.verdict).toBe("can't tell");
    expect(comparison.moreDocuments).toBeGreaterThan(0);
    expect(comparisonText(comparison)).toMatch(/^Can't tell: .* more documents?/);
  });

  it('is undecided if a run is compared with itself', () => {
    const comparison = compareReports(good, good);
    expect(comparison).toMatchObject({
      verdict: "can't tell",
      difference: 0,
      chance: 1,
      moreDocuments: null,
    });
  });

  it('is undecided for few documents, however large the difference', () => {
    const [one, two] = [...new Set(good.items.map(({ cluster }) => cluster))];
    const few = (report: Report): Report => ({
      ...report,
      locked: [],
      items: report.items.filter(({ cluster }) => cluster === one || cluster === two),
    });
    expect(compareReports(few(good), few(damaged)).verdict).toBe("can't tell");
  });

  it('shows only how many answers to locked cases changed', () => {
    const comparison = compareReports(good, damaged);
    expect(comparison.lockedFlips).toBeGreaterThan(0);
    expect(JSON.stringify(comparison)).not.toMatch(/locked-/);
  });

  it('is refused for runs with different suites or different primary measures', () => {
    expect(() => compareReports(good, { ...good, suite: 'cuad' })).toThrow(/one ran cases, the other cuad/);
    expect(() => compareReports(good, { ...good, primary: 'wrong' })).toThrow(/named/);
  });
});
