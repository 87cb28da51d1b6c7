import { describe, expect, it } from 'vitest';
import { changedFiles, changeWords, quoteChanges, reviewsKept } from '../../../dashboard/run/changes.ts';
import type { Finding } from '../../../dashboard/service/service.ts';
import { keptWords } from '../../../src/services/report/words.ts';
import { citation, finding } from '../../support/findings.ts';

describe('what changed between two runs', () => {
  const rule = { key: 'r', index: 0, name: 'Payment', description: 'Payment is due in 30 days.' };
  const file = (name: string, more = {}) => ({
    ...{ name, type: 'document', url: `https://p/${name}` },
    ...more,
  });
  const cites = (sha256: string, change = {}) =>
    finding({
      rule,
      citations: [citation('Pay.', { source: { ...citation('').source, name: 'a.pdf', sha256 } })],
      ...change,
    });
  const run = (createdAt: string, files: ReturnType<typeof file>[], findings: Finding[] = []) => ({
    run: { createdAt, files },
    findings,
  });
  const [early, between, late] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z'];
  const reviewed = (at: string) => ({
    review: { label: 'CONFIRMED', by: 'Ada', at, reason: 'Read.' } as const,
  });
  const shown = (one: ReturnType<typeof finding>): Finding =>
    JSON.parse(JSON.stringify({ ...one, assignee: null }));

  it('says that a file changed if its content did, whether or not a finding did', () => {
    const again = [file('a.pdf', { url: 'https://p/other' })];
    const next = [file('a2.pdf', { versionOf: 'a.pdf' })];
    const was = run(early, [file('a.pdf')], [shown(cites('1'))]);
    expect(changedFiles(run(late, again, [shown(cites('2'))]), was)).toEqual(['a.pdf']);
    // The same content was uploaded again.
    expect(changedFiles(run(late, again, [shown(cites('1'))]), was)).toEqual([]);
    // No hash is known.
    expect(changedFiles(run(late, next), was)).toEqual(['a2.pdf']);
    expect(changedFiles(run(late, [file('a.pdf'), file('new.pdf')]), was)).toEqual([]);
    expect(changeWords(0, 3, [])).toBe('Nothing changed, 3 the same.');
    expect(changeWords(0, 3, ['a2.pdf'])).toBe(
      'No finding changed, 3 the same. The content of a2.pdf changed: What changed compares findings, not whole documents.',
    );
    expect(changeWords(1, 2, ['a2.pdf'])).toMatch(
      /^1 finding changed, 2 the same. The content of a2.pdf changed/,
    );
  });

  it('says which reviews of the earlier run were kept, and for which rules they were not', () => {
    const [was, now] = [shown(cites('1', reviewed(between))), shown(cites('2'))];
    const difference = { changes: [], rule: was.rule, subject: was.subject, before: was, after: now };
    const [before, after] = [
      run(early, [], [was]),
      run(late, [], [shown(cites('1', reviewed(between))), now]),
    ];
    expect(reviewsKept(after, before, [difference])).toBe(
      `1 review was kept, because the evidence is unchanged. 1 review was not kept: ${was.rule.name}.`,
    );
    const anew = { ...difference, after: shown(cites('2', reviewed(late))) };
    expect(reviewsKept(run(late, [], [anew.after]), before, [anew])).toBe('');
    expect(reviewsKept(before, after, [{ ...difference, before: now, after: was }])).toBe('');
  });

  it('marks the changed words of two versions of a sentence, and nothing in other sentences', () => {
    const texts = quoteChanges('Answer within 4 hours.', 'Answer within 8 hours.')?.map(({ kind, text }) => [
      kind,
      text,
    ]);
    expect(texts).toEqual([
      ['same', 'Answer within '],
      ['out', '4'],
      ['in', '8'],
      ['same', ' hours.'],
    ]);
    expect(quoteChanges('Answer within 4 hours.', 'The fee is due.')).toBe(null);
    expect(quoteChanges('Same.', 'Same.')).toBe(null);
  });

  it('says of a review that was made before its run in which run it was made', () => {
    const runs = [
      { _id: 'r2', createdAt: late },
      { _id: 'r1', createdAt: early },
    ];
    const made = (runId: string, at: string) => keptWords({ ...reviewed(at), runId }, runs, (time) => time);
    expect(made('r2', between)).toBe(` in the run of ${early}, kept because the evidence is unchanged`);
    expect(made('r2', '2025-01-01T00:00:00Z')).toMatch(/^ in an earlier run, kept/);
    expect([made('r1', between), made('r2', late), made('r0', between)]).toEqual(['', '', '']);
  });
});
