import stringWidth from 'string-width';
import { tokenState } from '../../domain/token.ts';
import { cleanLines } from '../../services/report/clean.ts';
import type { ShownToken } from '../../services/tokens.ts';
import { badInput } from '../terminal/failure.ts';

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
    cleanLines(token.name),
    `…${token.last4}`,
    tokenState(token, now),
    day(token.createdAt),
    day(token.lastUsedAt),
    day(token.expiresAt),
  ]);
  const table = [['id', 'name', 'ends in', 'state', 'made', 'last used', 'expires'], ...rows];
  const widths = table[0]?.map((_, column) =>
    Math.max(...table.map((row) => stringWidth(row[column] ?? ''))),
  );
  const padded = (text: string, column: number) =>
    text + ' '.repeat(Math.max(0, (widths?.[column] ?? 0) - stringWidth(text)));
  return `${table.map((row) => row.map(padded).join('  ').trimEnd()).join('\n')}\n`;
}

function day(time: string | null): string {
  return time === null ? 'never' : time.slice(0, 16).replace('T', ' ');
}
