import { expect, it } from 'vitest';
import type { AnalysisEvent } from '../../../engine/index.ts';
import { keyRules } from '../../../engine/model/keys.ts';
import type { FileReport } from '../../../engine/model/result.ts';
import { noProgress, type RunProgress } from '../../../src/domain/runs/run.ts';
import { trackProgress } from '../../../src/services/runs/run-progress.ts';
import { finding } from '../../support/findings.ts';

const reason = { notAssessedReason: 'checker_failed', label: null, outcome: 'undetermined' } as const;
const failed = { assessed: false, ...reason } as const;
const rules = keyRules([1, 2, 3, 4].map((at) => ({ name: `Rule ${at}`, description: `Say ${at}.` })));

/** An attempt that reads two files and answers the first rules; the model fails for the others. */
function eventsOf(answered: number): AnalysisEvent[] {
  const files = [0, 1].flatMap((fileIndex): AnalysisEvent[] => {
    const file = { role: 'input', fileIndex, name: `${fileIndex}.pdf` } as const;
    const report: FileReport = { ...file, status: 'read', pages: 3, countedAs: 'pages', method: 'text' };
    return [
      { type: 'pages_read', ...file, pages: 2 },
      { type: 'file_ended', role: 'input', fileIndex, report },
    ];
  });
  const findings = rules.map((rule, at): AnalysisEvent => {
    const made = finding({ rule, ...(at >= answered && { verdict: failed }) });
    return { type: 'finding', finding: made, done: at + 1, total: rules.length };
  });
  return [...files, ...findings];
}

it('the numbers of the progress never fall, and rules that the next attempt may answer do not count', () => {
  const seen: RunProgress[] = [noProgress(rules.length, 0, 2, 'together')];
  for (const answered of [2, 3, 4]) {
    const tracker = trackProgress(seen.at(-1) ?? noProgress(0, 0, 0, 'together'));
    for (const event of eventsOf(answered)) {
      tracker.note(event);
      seen.push(tracker.current());
    }
    expect(seen.at(-1)?.rules).toEqual({ done: answered, total: 4 });
  }
  for (const [at, now] of seen.entries()) {
    const before = seen[at - 1] ?? now;
    for (const share of ['files', 'pages', 'rules'] as const) {
      expect(now[share].done).toBeGreaterThanOrEqual(before[share].done);
      expect(now[share].total ?? 0).toBeGreaterThanOrEqual(before[share].total ?? 0);
    }
    expect(now.percent).toBeGreaterThanOrEqual(before.percent);
  }
});
