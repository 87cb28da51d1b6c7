import type { IncomingHttpHeaders } from 'node:http';

/** The validators by which a server can say that nothing has changed, and the URL they are of. */
export type Validators = {
  finalUrl: string;
  etag?: string | undefined;
  lastModified?: string | undefined;
};

/**
 * A file written twice within a second keeps its date; a date this much older than the answer is safe (RFC 9110,
 * 8.8.2.2).
 */
const settledMs = 60_000;

/** The validators of an answer; null if it has none that are reliable, or forbids storing it. */
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
