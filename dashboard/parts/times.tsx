export const dateFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const fullFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });
const clockFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const agoFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A date with the time of day. */
export function Moment({ time }: { time: string }) {
  return <time dateTime={time}>{momentWords(time)}</time>;
}

export function momentWords(time: string): string {
  return fullFormat.format(new Date(time));
}

/** The time of a day, to the second. */
export function TimeOfDay({ time }: { time: string }) {
  return <time dateTime={time}>{clockFormat.format(new Date(time))}</time>;
}

/** A date, with the exact time as a tooltip. */
export function Day({ time }: { time: string }) {
  const date = new Date(time);
  return (
    <time dateTime={time} title={fullFormat.format(date)}>
      {dateFormat.format(date)}
    </time>
  );
}

/** The time since an event, with the exact time as a tooltip. */
export function Ago({ time, now }: { time: string; now: number }) {
  const date = new Date(time);
  return (
    <time dateTime={time} title={fullFormat.format(date)}>
      {ago(now - date.getTime(), date)}
    </time>
  );
}

/** Less than two minutes is shown as "just now", because the service records the use of a token to the minute. */
function ago(elapsedMs: number, date: Date): string {
  if (elapsedMs < 2 * minuteMs) return 'just now';
  if (elapsedMs < hourMs) return agoFormat.format(-Math.floor(elapsedMs / minuteMs), 'minute');
  if (elapsedMs < dayMs) return agoFormat.format(-Math.floor(elapsedMs / hourMs), 'hour');
  if (elapsedMs < 14 * dayMs) return agoFormat.format(-Math.floor(elapsedMs / dayMs), 'day');
  return dateFormat.format(date);
}
