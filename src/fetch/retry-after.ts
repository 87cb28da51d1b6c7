/** Parses `Retry-After` as ms from now: seconds or a date (RFC 9110, 10.2.3); null if it is absent or invalid. */
export function retryAfterOf(value: string | string[] | undefined): number | null {
  if (typeof value !== 'string') return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : Math.max(0, time - Date.now());
}
