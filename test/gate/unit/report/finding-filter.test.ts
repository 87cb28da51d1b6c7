import { describe, expect, it } from 'vitest';
import { filtered } from '../../../../dashboard/run/findings/filtering.ts';
import type { Finding } from '../../../../engine/model/finding.ts';
import { filterOf } from '../../../../src/cli/check/output/filter.ts';
import { type FindingFilter, matching } from '../../../../src/services/report/finding-filter.ts';
import { citation, finding } from '../../../support/findings.ts';

const at = '2026-01-01T00:00:00.000Z';
const cites = (fileIndex: number, role: 'input' | 'authority' = 'input') =>
  citation(`Words of file ${fileIndex}.`, {
    source: { ...citation('').source, fileIndex, role, name: `${fileIndex}.pdf` },
  });
const rule = (name: string, more: Partial<Finding['rule']> = {}) => ({
  ...{ key: name.toLowerCase(), index: 0, name, description: `About ${name}.`, ...more },
});

const findings = {
  met: finding({
    rule: rule('Rent', { severity: 'high', tags: ['money', 'money'] }),
    citations: [cites(0), cites(2)],
  }),
  corrected: finding({
    rule: rule('Lift', { severity: 'low', tags: ['house'] }),
    citations: [cites(1), cites(2, 'authority')],
    review: { label: 'ESTIMATED', outcome: 'violated', reason: 'Read by Ada.', by: 'ada', at },
  }),
  accepted: finding({
    rule: rule('Gate', { tags: ['house', 'money'] }),
    subject: { kind: 'file', fileIndex: 2, name: 'plan.pdf' },
    citations: [cites(0)],
    verdict: { assessed: true, label: 'ESTIMATED', outcome: 'violated' },
    review: { label: 'CONFIRMED', reason: 'Seen.', by: 'ada', at },
  }),
  open: finding({
    rule: rule('Pets'),
    statement: 'Nothing about DOGS.',
    verdict: { assessed: false, label: null, outcome: 'undetermined', notAssessedReason: 'checker_failed' },
  }),
};
/** The findings as the page receives them. */
const all: Parameters<typeof filtered>[0] = JSON.parse(JSON.stringify(Object.values(findings)));
const selected = (filter: FindingFilter) =>
  Object.entries(findings).flatMap(([name, one]) => (matching(filter)(one) ? [name] : []));

describe('a filter of findings', () => {
  it('names a rule by its key, name or number and a file by its path or name, and never one of several', () => {
    const rules = ['Rent', 'Lift', 'Gate', 'gate'].map((name, index) => ({
      ...rule(name),
      key: `k${index}`,
      index,
    }));
    const inputs = ['x/a.pdf', './y/a.pdf', 'b.pdf'].map((linkBase) => ({
      name: linkBase.slice(-5),
      linkBase,
    }));
    const read = (options: object) => filterOf(options, JSON.parse(JSON.stringify({ rules, inputs })));
    expect(['k2', ' LIFT', '3'].map((onlyRule) => read({ onlyRule }).rule)).toEqual(['k2', 'k1', 'k2']);
    expect(['y/a.pdf', './b.pdf'].map((onlyFile) => read({ onlyFile }).file)).toEqual([1, 2]);
    expect(() => read({ onlyRule: 'GATE' })).toThrow('is the name of rule 3, rule 4');
    expect(() => read({ onlyRule: '0' })).toThrow('has 1. Rent, 2. Lift, 3. Gate, 4. gate');
    expect(() => read({ onlyFile: 'a.pdf' })).toThrow('is the name of x/a.pdf, y/a.pdf');
  });

  it.each<[FindingFilter, string[]]>([
    [{}, ['met', 'corrected', 'accepted', 'open']],
    [{ outcome: 'violated' }, ['corrected', 'accepted']],
    [{ outcome: 'satisfied' }, ['met']],
    [{ label: 'CONFIRMED' }, ['met', 'accepted']],
    [{ label: 'ESTIMATED' }, ['corrected']],
    [{ label: 'not_assessed' }, ['open']],
    [{ reviewed: 'yes' }, ['corrected', 'accepted']],
    [{ reviewed: 'no' }, ['met', 'open']],
    [{ severity: 'high' }, ['met']],
    [{ severity: 'not_set' }, ['accepted', 'open']],
    [{ tag: 'house' }, ['corrected', 'accepted']],
    [{ rule: 'lift' }, ['corrected']],
    [{ file: 0 }, ['met']],
    [{ file: 1 }, ['corrected']],
    [{ file: 2 }, ['met', 'accepted']],
    [{ text: 'dogs ABOUT' }, ['open']],
    [{ text: 'ada' }, ['corrected']],
    [{ text: 'plan.pdf' }, ['accepted']],
    [{ text: '2.pdf words' }, ['met', 'corrected']],
    [{ text: 'rent lift' }, []],
    [{ tag: 'money', outcome: 'violated', file: 2 }, ['accepted']],
    [{ tag: 'money', outcome: 'violated', file: 1 }, []],
  ])('selects by the answer that counts, and by all that is chosen: %j', (filter, names) => {
    expect(selected(filter)).toEqual(names);
  });

  it('counts for each choice the findings that it would show with the choices of the other filters', () => {
    const { shown, counts } = filtered(all, { tag: 'house', label: 'ESTIMATED' }, '');
    expect(shown).toEqual([findings.corrected]);
    expect(Object.fromEntries(counts.label)).toEqual({ ESTIMATED: 1, CONFIRMED: 1 });
    expect(Object.fromEntries(counts.tag)).toEqual({ house: 1 });
    expect(Object.fromEntries(counts.outcome)).toEqual({ violated: 1 });
    expect(Object.fromEntries(counts.severity)).toEqual({ low: 1 });
    expect(Object.fromEntries(counts.file)).toEqual({ 1: 1 });
    const whole = filtered(all, {}, '');
    expect(Object.fromEntries(whole.counts.tag)).toEqual({ money: 2, house: 2 });
    expect(Object.fromEntries(whole.counts.file)).toEqual({ 0: 1, 1: 1, 2: 2 });
    expect(Object.fromEntries(filtered(all, { text: 'words' }, '').counts.reviewed)).toEqual({
      no: 1,
      yes: 2,
    });
  });

  it('selects what is assigned to the person who looks, and counts it with the choices of the other filters', () => {
    const assigned = all.map((one, at) => ({ ...one, assignee: { id: at < 2 ? 'ada' : 'bob', name: 'n' } }));
    const names = (filter: Parameters<typeof filtered>[1]) =>
      filtered(assigned, filter, 'ada').shown.map((one) => one.rule.name);
    expect(names({ assignee: 'me' }).toSorted()).toEqual(['Lift', 'Rent']);
    expect(names({ assignee: 'me', reviewed: 'no' })).toEqual(['Rent']);
    const { counts } = filtered(assigned, { assignee: 'me', tag: 'house' }, 'ada');
    expect(Object.fromEntries(counts.assignee)).toEqual({ me: 1 });
    expect(Object.fromEntries(counts.tag)).toEqual({ money: 1, house: 1 });
  });
});
