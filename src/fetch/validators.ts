import type { IncomingHttpHeaders } from 'node:http';

/**
 * The values for asking a server whether a file has changed since an earlier response, and the URL of that response.
 */
export type Validators = {
  finalUrl: string;
  etag?: string | undefined;
  lastModified?: string | undefined;
};

/**
 * A `last-modified` date is only reliable if it is at least this many ms before the date of the response. A more recent
 * file could be written again within the same second, and its date would not change (RFC 9110, 8.8.2.2).
 */
const settledMs = 60_000;

/**
 * Returns the validators in the headers of a response; null if none of them is reliable, or if the response must not be
 * stored.
 */
export function validatorsIn(headers: IncomingHttpHeaders, finalUrl: string): Validators | null {
  if (/\bno-store\b/i.test(headers['cache-control'] ?? '')) return null;
  const { etag, date, 'last-modified': lastModified } = headers;
  const settled = Date.parse(date ?? '') - Date.parse(lastModified ?? '') >= settledMs;
  const given = {
    ...(etag !== undefined && /^(W\/)?"[\x21\x23-\x7e]*"$/.test(etag) && { etag }),
    ...(lastModified !== undefined && settled && { lastModified }),
  };
  return Object.keys(given).length === 0 ? null : { finalUrl, ...given };
}

/** Returns the headers that request the file only if it has changed (RFC 9110, 13.1). */
export function conditionsOf({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  };
}
