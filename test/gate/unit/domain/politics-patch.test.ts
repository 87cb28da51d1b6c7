import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/domain/errors.ts';
import type { PoliticsContent } from '../../../../src/domain/politics.ts';
import { applyPatch, type PoliticsPatch, type RuleUpdate } from '../../../../src/domain/politics-patch.ts';
import { everyField } from '../../../support/rules.ts';

const rule = (name: string) => ({ name, description: `about ${name}` });
const file = (name: string) => ({ url: `https://a.test/${name}`, type: 'pdf' as const, name });
const current: PoliticsContent = {
  name: 'n',
  description: 'd',
  rules: ['a', 'b', 'c'].map(rule),
  knowledgeFiles: ['x', 'y'].map(file),
  contactNotifications: ['me@example.org', 'you@example.org', 'me@example.org'],
  outputFormat: { kind: 'table' },
  secondSignOff: false,
};
const patched = (patch: PoliticsPatch) => applyPatch(current, patch);
const ruleNames = (patch: PoliticsPatch) => patched(patch).rules.map(({ name }) => name);

function problemsOf(patch: PoliticsPatch, before = current): string[] {
  try {
    applyPatch(before, patch);
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_failed')
      return error.errors.map(({ path }) => path);
    throw error;
  }
  return [];
}

describe('a patch of a rule set', () => {
  it('changes nothing if it is empty', () => {
    expect(patched({})).toEqual(current);
  });

  it('replaces the fields that it contains, and removes the output format if that is null', () => {
    const change = {
      name: 'N',
      rules: [rule('z')],
      knowledgeFiles: [],
      contactNotifications: [],
      outputFormat: null,
    };
    expect(patched(change)).toEqual({ ...current, ...change });
  });

  it('first replaces lists; indices refer to positions before any other change, and additions come last', () => {
    expect(
      ruleNames({
        rules: ['p', 'q', 'r'].map(rule),
        addRules: [rule('s')],
        removeRules: [0, 2],
        updateRule: { index: 1, name: 'Q' },
      }),
    ).toEqual(['Q', 's']);
  });

  it('treats a repeated index as one', () => {
    expect(ruleNames({ removeRules: [1, 1, 1] })).toEqual(['a', 'c']);
  });

  it('removes a rule that it both updates and removes', () => {
    expect(ruleNames({ updateRule: { index: 2, name: 'C' }, removeRules: [2] })).toEqual(['a', 'b']);
  });

  it('updates only the given fields of a rule', () => {
    const source = { ...current, rules: [{ ...rule('a'), ifAbsent: 'violated' as const }] };
    expect(applyPatch(source, { updateRule: { index: 0, description: 'new' } }).rules).toEqual([
      { name: 'a', description: 'new', ifAbsent: 'violated' },
    ]);
  });

  it('sets and removes ifAbsent', () => {
    const update = (ifAbsent: 'satisfied' | null) =>
      applyPatch(
        { ...current, rules: [{ ...rule('a'), ifAbsent: 'violated' }] },
        { updateRule: { index: 0, ifAbsent } },
      ).rules;
    expect(update('satisfied')).toEqual([{ ...rule('a'), ifAbsent: 'satisfied' }]);
    expect(update(null)).toEqual([rule('a')]);
  });

  it('keeps every other field of a rule that it changes, and removes a field that it sets to null', () => {
    const change = (updateRule: Omit<RuleUpdate, 'index'>) =>
      applyPatch({ ...current, rules: [everyField] }, { updateRule: { index: 0, ...updateRule } }).rules;
    expect(change({ name: 'N', description: 'D' })).toEqual([{ ...everyField, name: 'N', description: 'D' }]);
    const { severity: _, source: _source, ...kept } = everyField;
    expect(change({ severity: null, source: null, tags: ['x'] })).toEqual([{ ...kept, tags: ['x'] }]);
  });

  it('is refused if two rules would have the same id, with the path of each', () => {
    const withId = (id: string) => ({ ...rule(id), id });
    const stored = { ...current, rules: [withId('a'), withId('b')] };
    const refused = (patch: PoliticsPatch) => problemsOf(patch, stored);
    expect(refused({ addRules: [rule('z'), withId('b')] })).toEqual(['rules[1].id', 'addRules[1].id']);
    expect(refused({ updateRule: { index: 0, id: 'b' } })).toEqual(['updateRule.id', 'rules[1].id']);
    expect(refused({ rules: [withId('c'), withId('c')] })).toEqual(['rules[0].id', 'rules[1].id']);
    expect(refused({ removeRules: [1], addRules: [withId('b')] })).toEqual([]);
    expect(refused({ updateRule: { index: 0, id: null }, addRules: [withId('a')] })).toEqual([]);
  });

  it('can remove all rules if it adds one', () => {
    expect(ruleNames({ removeRules: [0, 1, 2], addRules: [rule('z')] })).toEqual(['z']);
  });

  it('removes knowledge files by index and appends new ones', () => {
    const names = patched({ removeKnowledgeFiles: [0], addKnowledgeFiles: [file('z')] }).knowledgeFiles;
    expect(names.map(({ name }) => name)).toEqual(['y', 'z']);
  });

  it('removes every exact match of a recipient, ignores recipients without a match, and keeps duplicates that it adds', () => {
    const change = {
      removeContactNotifications: ['me@example.org', 'nobody@example.org'],
      addContactNotifications: ['new@example.org', 'new@example.org', 'me@example.org'],
    };
    expect(patched(change).contactNotifications).toEqual([
      'you@example.org',
      'new@example.org',
      'new@example.org',
      'me@example.org',
    ]);
  });

  it('is refused with the path in the patch of every index that is out of range', () => {
    expect(
      problemsOf({ removeRules: [0, 3, -1], removeKnowledgeFiles: [2], updateRule: { index: 3, name: 'x' } }),
    ).toEqual(['updateRule.index', 'removeRules[1]', 'removeRules[2]', 'removeKnowledgeFiles[0]']);
  });

  it('applies indices to the rules that it contains rather than to those that it replaces', () => {
    expect(problemsOf({ rules: [rule('z')], removeRules: [1], addRules: [rule('y')] })).toEqual([
      'removeRules[0]',
    ]);
  });

  it('is refused if its update of a rule is empty, or if no rule is left', () => {
    expect(problemsOf({ updateRule: { index: 0 } })).toEqual(['updateRule']);
    expect(problemsOf({ removeRules: [0, 1, 2] })).toEqual(['removeRules']);
    expect(problemsOf({ rules: [] })).toEqual(['rules']);
  });

  it('does not change the stored rule set', () => {
    const before = structuredClone(current);
    patched({
      removeRules: [0],
      addRules: [rule('z')],
      updateRule: { index: 1, name: 'B' },
      addKnowledgeFiles: [],
    });
    expect(current).toEqual(before);
  });
});
