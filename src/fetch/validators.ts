import type { IncomingHttpHeaders } from 'node:http';

/** The values with which a server can be asked whether its answer has changed, and the URL of that answer. */
export type Validators = {
  finalUrl: string;
  etag?: string | undefined;
  lastModified?: string | undefined;
};

/**
 * How much older than the answer `last-modified` must be, in ms. Otherwise the file may have been written twice within
 * the same second, which leaves the date unchanged (RFC 9110, 8.8.2.2).
 */
const settledMs = 60_000;

/** The validators of an answer; null if none of them is reliable, or if the answer must not be stored. */
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

/** The headers that request the content only if it has changed (RFC 9110, 13.1). */
export function conditionsOf({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  };
}
