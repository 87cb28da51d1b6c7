import { describe, expect, it } from 'vitest';
import { subjectKey } from '../../../engine/model/counts.ts';
import type { SubjectId } from '../../../engine/model/finding.ts';
import { findingId, fingerprint, keyRules } from '../../../engine/model/keys.ts';
import { citation, finding } from '../../support/findings.ts';

const notice = { name: 'Notice', description: 'Thirty days of notice are given.' };
const secrecy = { name: 'Secrecy', description: 'Data is kept secret.' };
const third: SubjectId = { kind: 'file', fileIndex: 3, name: 'c.pdf' };

describe('keyRules', () => {
  it('returns the same key for a rule if other rules are added, removed or moved', () => {
    const [first] = keyRules([notice, secrecy]);
    const [, second] = keyRules([secrecy, notice]);
    expect(first?.key).toBe(second?.key);
    expect([first?.index, second?.index]).toEqual([0, 1]);
  });

  it('distinguishes equal rules by an ordinal', () => {
    const keys = keyRules([notice, secrecy, notice, notice]).map(({ key }) => key);
    expect(new Set(keys).size).toBe(4);
    expect(keys[2]).toBe(`${keys[0]}-2`);
    expect(keys[3]).toBe(`${keys[0]}-3`);
  });

  it('returns a different key if words move from the name to the description', () => {
    const [one, other] = keyRules([
      { name: 'a', description: 'b c' },
      { name: 'a b', description: 'c' },
    ]);
    expect(one?.key).not.toBe(other?.key);
  });

  it('includes every field of a rule in the key, even fields of later releases', () => {
    const later = { ...notice, appliesTo: { parties: ['tenant'], on: 'demand' } };
    const sameLater = { appliesTo: { on: 'demand', parties: ['tenant'] }, ...notice };
    const rules = [
      notice,
      { ...notice, ifAbsent: 'violated' as const },
      { ...notice, ifAbsent: 'satisfied' as const },
      later,
    ];
    const keys = rules.map((rule) => keyRules([rule])[0]?.key);
    expect(new Set(keys).size).toBe(rules.length);
    expect(keyRules([sameLater])[0]?.key).toBe(keys[3]);
  });

  it('returns the same key as earlier releases for a rule with only a name and a description, so that its reviews still apply', () => {
    expect(keyRules([notice])[0]?.key).toBe('27aa1e6f47543ed2');
  });
});

describe('findingId', () => {
  it('returns 24 hex characters that depend only on the run, the rule and the subject', () => {
    const id = findingId('run1', 'k1', { kind: 'project' });
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(findingId('run1', 'k1', { kind: 'project' })).toBe(id);
    const others = [
      findingId('run2', 'k1', { kind: 'project' }),
      findingId('run1', 'k2', { kind: 'project' }),
      findingId('run1', 'k1', third),
      findingId('run1', 'k1', { ...third, fileIndex: 4 }),
    ];
    expect(new Set([id, ...others]).size).toBe(5);
  });

  it('identifies a subject as the project or by file index', () => {
    expect([subjectKey({ kind: 'project' }), subjectKey(third)]).toEqual(['project', 'file:3']);
  });
});

describe('the fingerprint of a finding', () => {
  const [rule] = keyRules([notice]);
  if (!rule) throw new Error('expected one key for the rule');
  const base = finding({ rule, subject: third, citations: [citation('thirty (30) days')] });

  it('stays the same in a new run, at a different position in the list of files and with a different layout of the quote', () => {
    const again = finding({
      rule,
      runId: 'other',
      subject: { ...third, fileIndex: 0 },
      citations: [citation('Thirty\n(30)   days', { start: 7, end: 24 })],
    });
    expect(fingerprint(again)).toBe(fingerprint(base));
  });

  it.each([
    ['a changed digit', { ...base, citations: [citation('thirty (31) days')] }],
    ['a lost sign', { ...base, citations: [citation('thirty 30 days')] }],
    ['an additional quote', { ...base, citations: [citation('thirty (30) days'), citation('in writing')] }],
    ['a different file', { ...base, subject: { ...third, name: 'd.pdf' } }],
    ['a different rule', { ...base, rule: { ...base.rule, key: 'x' } }],
  ])('is different for %s', (_, changed) => {
    expect(fingerprint(changed)).not.toBe(fingerprint(base));
  });
});
