import { Cron } from 'croner';

/** Matches a number with a unit, from 10 seconds to 999 days. */
const interval = /^(?:[1-9]\d{1,3}s|[1-9]\d{0,3}[mh]|[1-9]\d{0,2}d)$/;
const unitMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Matches the five fields of a cron schedule and, after them, a time zone. */
const calendar = /^(?<fields>\S+(?: \S+){4})(?: (?<timezone>\S+))?$/;

/**
 * The first time after `from` at which a folder is looked at. The schedule is a time between two looks, such as `15m`, or
 * the five fields of cron and the name of a time zone (otherwise UTC), such as `0 7 * * 1-5 Europe/Berlin`. Throws an
 * `Error` for any other schedule, and for one that never comes.
 */
export function lookAfter(schedule: string, from: Date): Date {
  if (interval.test(schedule))
    return new Date(from.getTime() + Number(schedule.slice(0, -1)) * (unitMs[schedule.slice(-1)] ?? 0));
  const { fields = '', timezone = 'UTC' } = calendar.exec(schedule)?.groups ?? {};
  const next = new Cron(fields, { timezone, mode: '5-part', paused: true }).nextRun(from);
  if (next === null) throw new RangeError('no date matches the schedule');
  return next;
}

/** Whether `lookAfter` accepts a schedule. */
export function isSchedule(text: string): boolean {
  try {
    return lookAfter(text, new Date()) > new Date(0);
  } catch {
    return false;
  }
}
