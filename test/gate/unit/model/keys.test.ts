import { describe, expect, it } from 'vitest';
import { subjectKey } from '../../../../engine/model/counts.ts';
import type { SubjectId } from '../../../../engine/model/finding.ts';
import { findingId, fingerprint, keyRules, sharedNames } from '../../../../engine/model/keys.ts';
import { findingRule, type Rule } from '../../../../engine/model/rule.ts';
import { citation, finding } from '../../../support/findings.ts';
import { everyField } from '../../../support/rules.ts';

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

  it('returns, without an id, a hash of the fields that decide the answer and of no other field', () => {
    const rules = [
      notice,
      { ...notice, ifAbsent: 'violated' as const },
      { ...notice, ifAbsent: 'satisfied' as const },
      { ...notice, kind: 'question' as const },
      { ...notice, preferred: 'a' },
      { ...notice, fallbacks: ['a', 'b'] },
      { ...notice, fallbacks: ['b', 'a'] },
      { ...notice, never: 'a' },
    ];
    const keys = rules.map((rule) => keyRules([rule])[0]?.key);
    expect(new Set(keys).size).toBe(rules.length);
    const {
      id: _,
      ifAbsent: _absent,
      kind: _kind,
      preferred: _preferred,
      never: _never,
      ...others
    } = everyField;
    expect(keyRules([{ ...others, fallbacks: [], ...notice }])[0]?.key).toBe(keys[0]);
  });

  it('returns the id of a rule that has one, whatever its other fields are', () => {
    const keyOf = (rule: Rule) => keyRules([rule])[0]?.key;
    expect(keyOf({ ...notice, id: 'n-1' })).toBe('n-1');
    expect(keyOf({ ...everyField, id: 'n-1' })).toBe('n-1');
  });

  it('returns a different key for every rule, even if an id looks like the hash of another rule', () => {
    const hash = keyRules([notice])[0]?.key ?? '';
    const rules = [notice, notice, { ...secrecy, id: hash }, { ...secrecy, id: `${hash}-2` }];
    expect(keyRules(rules).map(({ key }) => key)).toEqual([`${hash}-3`, `${hash}-4`, hash, `${hash}-2`]);
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
  const alone = () => false;
  const base = finding({ rule, subject: third, citations: [citation('thirty (30) days')] });

  it('stays the same in a new run, at a different position in the list of files and with a different layout of the quote', () => {
    const again = finding({
      rule,
      runId: 'other',
      subject: { ...third, fileIndex: 0 },
      citations: [citation('Thirty\n(30)   days', { start: 7, end: 24 })],
    });
    expect(fingerprint(again, alone)).toBe(fingerprint(base, alone));
  });

  it('tells apart the files of one name by their content, wherever they are in the list', () => {
    const shared = sharedNames([
      { role: 'input', name: 'c.pdf' },
      { role: 'input', name: 'c.pdf' },
    ]);
    const of = (sha256: string | undefined, fileIndex: number, runId = 'run') =>
      fingerprint(
        finding({ rule, runId, subject: { ...third, fileIndex, ...(sha256 !== undefined && { sha256 }) } }),
        shared,
      );
    expect(of('a', 0)).not.toBe(of('b', 1));
    expect(of('a', 0)).toBe(of('a', 1, 'later'));
    // The content of a file that could not be read is unknown. It may be another file of that name in a later run.
    expect(of(undefined, 0)).not.toBe(of(undefined, 1));
    expect(of(undefined, 0)).not.toBe(of(undefined, 0, 'later'));
  });

  it('tells apart the cited files of one name, and identifies a file with a name of its own by the name', () => {
    const quoted = (sha256: string, name = 'c.pdf') => {
      const { source } = citation('x');
      return finding({ rule, citations: [citation('30 days', { source: { ...source, name, sha256 } })] });
    };
    const shared = sharedNames(['c.pdf', 'c.pdf', 'd.pdf'].map((name) => ({ role: 'input' as const, name })));
    expect(fingerprint(quoted('a'), shared)).not.toBe(fingerprint(quoted('b'), shared));
    expect(fingerprint(quoted('a', 'd.pdf'), shared)).toBe(fingerprint(quoted('b', 'd.pdf'), alone));
  });

  it('is the same as in earlier releases for files with different names, so that reviews still apply', () => {
    expect(fingerprint(base, alone)).toBe('5bc683188232f04ccb22e63e54b701d8');
  });

  it.each([
    ['a changed digit', { ...base, citations: [citation('thirty (31) days')] }],
    ['a lost sign', { ...base, citations: [citation('thirty 30 days')] }],
    ['an additional quote', { ...base, citations: [citation('thirty (30) days'), citation('in writing')] }],
    ['a different file', { ...base, subject: { ...third, name: 'd.pdf' } }],
    ['a different rule', { ...base, rule: { ...base.rule, key: 'x' } }],
  ])('is different for %s', (_, changed) => {
    expect(fingerprint(changed, alone)).not.toBe(fingerprint(base, alone));
  });

  const printOf = (rule: Rule) => {
    const [keyed] = keyRules([rule]);
    if (!keyed) throw new Error('expected one key for the rule');
    return fingerprint({ ...base, rule: findingRule(keyed) }, alone);
  };

  it('is the same as in earlier releases for a rule without an id', () => {
    expect(printOf(notice)).toBe(
      fingerprint({ ...base, rule: { key: rule.key, index: 0, ...notice } }, alone),
    );
  });

  it('stays the same if a rule with an id is renamed, regrouped or given another owner', () => {
    const changed = { ...everyField, name: 'Other name', group: 'Other group', owner: 'Somebody else' };
    expect(printOf(changed)).toBe(printOf(everyField));
  });

  it('is different if a rule with an id is reworded or its ifAbsent or a position changes', () => {
    const { ifAbsent: _, ...silent } = everyField;
    const rules: Rule[] = [
      everyField,
      { ...everyField, description: 'The Supplier shall notify the Customer within 48 hours.' },
      { ...everyField, ifAbsent: 'satisfied' },
      silent,
      { ...everyField, preferred: 'a' },
      { ...everyField, fallbacks: ['a'] },
      { ...everyField, never: 'a' },
      { ...everyField, id: 'other' },
    ];
    expect(new Set(rules.map(printOf)).size).toBe(rules.length);
  });
});
