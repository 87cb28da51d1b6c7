import { afterEach, expect, it, vi } from 'vitest';
import { expiryIn, permissionsOf, tokenIdOf, tokenTable } from '../../../../src/cli/settings/token-list.ts';
import type { ShownToken } from '../../../../src/services/tokens.ts';

const id = '0123456789abcdef01234567';
afterEach(() => vi.useRealTimers());

it('--expires-days is a whole number of days from now', () => {
  vi.useFakeTimers({ now: new Date('2026-01-31T12:30:00Z') });
  expect(expiryIn(undefined)).toBeNull();
  expect(expiryIn('1')).toBe('2026-02-01T12:30:00.000Z');
  expect(expiryIn('365')).toBe('2027-01-31T12:30:00.000Z');
  expect(expiryIn('99999')).toBe('2299-11-15T12:30:00.000Z');
  for (const wrong of ['0', '01', '-1', '1.5', '100000', '1d', '', ' 1'])
    expect(() => expiryIn(wrong), wrong).toThrow(`--expires-days "${wrong}" is not a whole number of days`);
});

it('--scope, --rule-set and --project are what the token may do', () => {
  expect(permissionsOf([], {})).toEqual({});
  expect(permissionsOf(['run', 'read', 'run'], {})).toEqual({ scopes: ['read', 'run'] });
  expect(permissionsOf(['administer', 'write'], { ruleSet: id })).toEqual({
    ...{ scopes: ['write', 'administer'], limit: { kind: 'politics', id } },
  });
  expect(permissionsOf([], { project: id })).toEqual({ limit: { kind: 'project', id } });
  expect(() => permissionsOf(['read', 'reed'], {})).toThrow(
    '--scope "reed" is not one of read, write, run, administer',
  );
  expect(() => permissionsOf([], { project: id, ruleSet: id })).toThrow('not to both');
});

it('a token is named by its id, or by itself', () => {
  const secret = '1aZ'.repeat(14);
  for (const named of [id, id.toUpperCase(), `pv_${id}`, `pv_${id}_${secret}`, ` ${id}\n`])
    expect(tokenIdOf(named)).toBe(id);
  for (const wrong of ['', id.slice(1), `${id}0`, `pw_${id}`, `pv_${id}_`, `${id} ${id}`])
    expect(() => tokenIdOf(wrong), wrong).toThrow('give the id that `proviso token list` shows');
});

it('the list of tokens shows the state, the rights, the workspace and the times of each', () => {
  const token: ShownToken = {
    ...{ _id: id, userId: 'ada', workspaceId: 'ada', name: 'CI', last4: 'wxyz', limit: null },
    ...{ scopes: ['read', 'write', 'run', 'administer'], createdAt: '2026-01-31T12:30:59.999Z' },
    ...{ lastUsedAt: null, expiresAt: null, revokedAt: null },
  };
  const expiresAt = '2026-03-01T00:00:00.000Z';
  const project: ShownToken['limit'] = { kind: 'project', id: 'p1' };
  const tokens: ShownToken[] = [
    token,
    { ...token, name: 'a\nb', scopes: ['read', 'run'], lastUsedAt: '2026-02-01T08:09:10.000Z', expiresAt },
    { ...token, expiresAt: '2026-01-31T13:00:00.000Z', scopes: ['read'], limit: project },
    { ...token, expiresAt, revokedAt: expiresAt, workspaceId: 'team', limit: { kind: 'politics', id: 'r' } },
  ];
  const lines = tokenTable(tokens, new Date('2026-02-28T00:00:00Z')).split('\n');
  const cells = lines.map((line) => line.split(/ {2,}/));
  expect(cells).toEqual([
    ['id', 'name', 'ends in', 'state', 'may', 'workspace', 'made', 'last used', 'expires'],
    [id, 'CI', '…wxyz', 'active', 'everything', 'own', '2026-01-31 12:30', 'never', 'never'],
    [
      ...[id, 'a b', '…wxyz', 'active', 'read, run', 'own', '2026-01-31 12:30', '2026-02-01 08:09'],
      '2026-03-01 00:00',
    ],
    [
      ...[id, 'CI', '…wxyz', 'expired', 'read in project p1', 'own', '2026-01-31 12:30', 'never'],
      '2026-01-31 13:00',
    ],
    [
      ...[id, 'CI', '…wxyz', 'revoked', 'everything in rule set r', 'team', '2026-01-31 12:30', 'never'],
      '2026-03-01 00:00',
    ],
    [''],
  ]);
  const columnOf = (text: string) => lines.filter((line) => line !== '').map((line) => line.indexOf(text));
  expect(new Set(columnOf('2026-01-31 12:30').slice(1)).size).toBe(1);
});
