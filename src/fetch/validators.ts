import type { IncomingHttpHeaders } from 'node:http';

/** By what a server can say later that nothing has changed, and the address it said it of. */
export type Validators = {
  finalUrl: string;
  etag?: string | undefined;
  lastModified?: string | undefined;
};

/** A file written twice within a second keeps its date: one this much older than its answer was not (RFC 9110, 8.8.2.2). */
const settledMs = 60_000;

/** What an answer gives to ask again by; null when it gives nothing reliable, or wants nothing of it kept. */
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

/** The fields that ask for the content only if it has changed (RFC 9110, 13.1). */
export function conditionsOf({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  };
}
