import stringWidth from 'string-width';
import { tokenScopes } from '../../domain/records/rights.ts';
import { tokenState } from '../../domain/token.ts';
import { clean } from '../../services/report/clean.ts';
import type { NewToken, ShownToken } from '../../services/tokens.ts';
import { badInput } from '../terminal/ending.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The time that is this number of days from now; null if no number is given. Throws `bad_input` for anything but a
 * whole number above 0.
 */
export function expiryIn(days: string | undefined): string | null {
  if (days === undefined) return null;
  if (!/^[1-9]\d{0,4}$/.test(days)) throw badInput(`--expires-days "${days}" is not a whole number of days`);
  return new Date(Date.now() + Number(days) * dayMs).toISOString();
}

/**
 * What a token may do, as the options say. Throws `bad_input` for an unknown scope, and for two limits.
 */
export function permissionsOf(
  given: readonly string[],
  { ruleSet, project }: { ruleSet?: string | undefined; project?: string | undefined },
): Pick<NewToken, 'scopes' | 'limit'> {
  const unknown = given.find((scope) => !tokenScopes.some((known) => known === scope));
  if (unknown !== undefined) throw badInput(`--scope "${unknown}" is not one of ${tokenScopes.join(', ')}`);
  if (ruleSet !== undefined && project !== undefined)
    throw badInput('a token can be limited to a rule set or to a project, not to both');
  const scopes = tokenScopes.filter((scope) => given.includes(scope));
  return {
    ...(scopes.length > 0 && { scopes }),
    ...(ruleSet !== undefined && { limit: { kind: 'politics', id: ruleSet } }),
    ...(project !== undefined && { limit: { kind: 'project', id: project } }),
  };
}

/** Returns the id of a token. The user can give the id or the token itself. Throws `bad_input` for anything else. */
export function tokenIdOf(given: string): string {
  const [, id] = /^(?:pv_)?([0-9a-f]{24})(?:_[0-9A-Za-z]+)?$/i.exec(given.trim()) ?? [];
  if (id === undefined)
    throw badInput('give the id that `proviso token list` shows for the token, or the token itself');
  return id.toLowerCase();
}

/** Tokens as a table for people. The table contains no secrets, because the service does not store them. */
export function tokenTable(tokens: readonly ShownToken[], now: Date): string {
  const rows = tokens.map((token) => [
    token._id,
    clean(token.name),
    `…${token.last4}`,
    tokenState(token, now),
    allowedBy(token),
    token.workspaceId === token.userId ? 'own' : token.workspaceId,
    day(token.createdAt),
    day(token.lastUsedAt),
    day(token.expiresAt),
  ]);
  const table = [
    ['id', 'name', 'ends in', 'state', 'may', 'workspace', 'made', 'last used', 'expires'],
    ...rows,
  ];
  const widths = table[0]?.map((_, column) =>
    Math.max(...table.map((row) => stringWidth(row[column] ?? ''))),
  );
  const padded = (text: string, column: number) =>
    text + ' '.repeat(Math.max(0, (widths?.[column] ?? 0) - stringWidth(text)));
  return `${table.map((row) => row.map(padded).join('  ').trimEnd()).join('\n')}\n`;
}

function allowedBy({ scopes, limit }: ShownToken): string {
  const words = scopes.length === tokenScopes.length ? 'everything' : scopes.join(', ');
  if (limit === null) return words;
  return `${words} in ${limit.kind === 'project' ? 'project' : 'rule set'} ${limit.id}`;
}

function day(time: string | null): string {
  return time === null ? 'never' : time.slice(0, 16).replace('T', ' ');
}
