import { dateFormat } from '../parts/times.tsx';

/** The lifetimes of a token that the page offers. */
export const expiryOptions = [
  ['never', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
  ['date', 'After a day I choose'],
] as const;

/**
 * The time at which a token created now would expire, as ISO 8601; null for never. A chosen day (`YYYY-MM-DD`) counts
 * until its end in the user's time zone.
 */
export function expiryTime(choice: string, day: string, now: Date): string | null {
  if (choice === 'never') return null;
  return (choice === 'date' ? new Date(`${day}T23:59:59`) : daysAfter(now, choice)).toISOString();
}

/** The meaning of a choice, in a few words. */
export function expiryHint(choice: string, now: Date): string {
  if (choice === 'never') return 'Works until you revoke it.';
  if (choice === 'date') return 'Works until the end of that day.';
  return `Works until ${dateFormat.format(daysAfter(now, choice))}.`;
}

/** A day in the format of a date field, which is the Swedish one. */
export function dayOf(time: Date): string {
  return time.toLocaleDateString('sv');
}

function daysAfter(now: Date, days: string): Date {
  const end = new Date(now);
  end.setDate(end.getDate() + Number(days));
  return end;
}
