import type { Span } from '../model/source.ts';

/**
 * A date in a text. `readings` are the days that it can mean, such as `2024-03-12`; 03/12/2024 has two readings. If the
 * text names no day, the reading is the month, such as `2024-03`.
 */
export type DateMention = Span & { text: string; readings: string[] };

const months = 'january february march april may june july august september october november december'.split(
  ' ',
);
const month = `(?<month>${months.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|sept)\\.?`;
const day = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const year = '(?<year>\\d{4})';
const space = '[\\s\\u00a0]+';

const worded = [
  `${day}(?:${space}day)?(?:${space}of)?${space}${month},?${space}${year}`,
  `${month}${space}${day},?${space}${year}`,
  `${month},?${space}${year}`,
].map((pattern) => new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'giu'));
const iso = /(?<![\p{L}\p{N}-])(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?![\p{L}\p{N}])/gu;
const numeric =
  /(?<![\p{L}\p{N}/.])(?<one>\d{1,2})(?<mark>[/.])(?<other>\d{1,2})\k<mark>(?<year>\d{4})(?![\p{L}\p{N}])/gu;

/** The dates of a text in text order: worded in English, ISO 8601, or numeric in either order of day and month. */
export function datesOf(text: string): DateMention[] {
  const found: DateMention[] = [];
  const add = (match: RegExpMatchArray, readings: (string | null)[]) => {
    const start = match.index ?? 0;
    const end = start + match[0].length;
    const valid = readings.filter((reading) => reading !== null);
    if (valid.length === 0 || found.some((other) => other.start < end && start < other.end)) return;
    found.push({ start, end, text: match[0], readings: valid });
  };
  for (const match of text.matchAll(iso))
    add(match, [dayOf(match.groups?.year, match.groups?.month, match.groups?.day)]);
  for (const match of text.matchAll(numeric)) {
    const { one, other, year: inYear } = match.groups ?? {};
    add(match, [dayOf(inYear, one, other), dayOf(inYear, other, one)]);
  }
  for (const pattern of worded) {
    for (const match of text.matchAll(pattern)) {
      const named = months.findIndex((name) =>
        name.startsWith((match.groups?.month ?? '').toLowerCase().slice(0, 3)),
      );
      add(match, [dayOf(match.groups?.year, String(named + 1), match.groups?.day)]);
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Whether `other` can mean the same day as `one`, or a day of the month that `one` means. */
export function namesSameDay(one: DateMention, other: DateMention): boolean {
  return one.readings.some((reading) => other.readings.some((known) => known.startsWith(reading)));
}

function dayOf(
  inYear: string | undefined,
  inMonth: string | undefined,
  onDay: string | undefined,
): string | null {
  const monthNumber = Number(inMonth);
  if (inYear === undefined || !(monthNumber >= 1 && monthNumber <= 12)) return null;
  const prefix = `${inYear}-${String(monthNumber).padStart(2, '0')}`;
  if (onDay === undefined) return prefix;
  const dayNumber = Number(onDay);
  return dayNumber >= 1 && dayNumber <= 31 ? `${prefix}-${String(dayNumber).padStart(2, '0')}` : null;
}
