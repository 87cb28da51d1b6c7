type Header = { description: string; required?: true; schema: { type: 'string'; pattern?: string } };

const text = (description: string, pattern?: string): Header => ({
  description,
  schema: pattern === undefined ? { type: 'string' } : { type: 'string', pattern },
});
const always = (header: Header): Header => ({ ...header, required: true });
const entityTag = '^"[^"]+"$';

/** Every header that answers carry beside those of any web server, by name. */
export const headers = {
  'x-request-id': always(text('The id of this request, as in the log: yours, when you sent one.')),
  RateLimit: text('What is left of the quota, and the seconds until it is whole again.'),
  'RateLimit-Policy': text('The quota and its window in seconds.'),
  'Retry-After': always(text('Seconds until the next request is possible.', '^\\d+$')),
  'WWW-Authenticate': always(text('Bearer: the scheme under which a token is also taken.')),
  'Cache-Control': text('Whether the answer may be kept.'),
  Link: text('The address of what follows in the list, as rel="next"; absent at the end.'),
  Location: always(text('Where the new record is.')),
  ETag: text(
    'The version of the record, for If-Match and If-None-Match. Absent from a replayed answer: the record may have changed.',
    entityTag,
  ),
  'Content-Disposition': always(text('The name of the file, as a browser saves it.')),
  'Idempotency-Replayed': text(
    'true when this is the answer to an earlier request with the same key.',
    '^true$',
  ),
} as const;

type HeaderRef = { $ref: string };

/** References to headers of the document. */
export function headerRefs(...names: (keyof typeof headers)[]): Record<string, HeaderRef> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
