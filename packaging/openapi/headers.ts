type Header = { description: string; required?: true; schema: { type: 'string'; pattern?: string } };

const text = (description: string, pattern?: string): Header => ({
  description,
  schema: pattern === undefined ? { type: 'string' } : { type: 'string', pattern },
});
const always = (header: Header): Header => ({ ...header, required: true });
const entityTag = '^"[^"]+"$';

/** The documented response headers, by name. Ordinary headers, such as Content-Type, are not documented. */
export const headers = {
  'x-request-id': always(
    text('The id of this request in the log of the service; your own id if you sent one.'),
  ),
  RateLimit: text('The number of requests left in the quota, and the seconds until the quota is full again.'),
  'RateLimit-Policy': text('The quota: how many requests are allowed in how many seconds.'),
  'Retry-After': always(text('Seconds until the next request is possible.', '^\\d+$')),
  'WWW-Authenticate': always(text('Bearer: a token is also accepted in the header Authorization.')),
  'Cache-Control': text('Whether the response may be cached.'),
  Link: text('The URL of the next page of the list, as rel="next"; absent on the last page.'),
  Location: always(text('The URL of the new record.')),
  ETag: text(
    'The version of the record, for If-Match and If-None-Match. Absent from a replayed response, because the record may have changed.',
    entityTag,
  ),
  'Content-Disposition': always(text('The name under which to save the file.')),
  'Idempotency-Replayed': text(
    'true if this is the response to an earlier request with the same Idempotency-Key.',
    '^true$',
  ),
} as const;

type HeaderRef = { $ref: string };

/** References to the document's headers. */
export function headerRefs(...names: (keyof typeof headers)[]): Record<string, HeaderRef> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
