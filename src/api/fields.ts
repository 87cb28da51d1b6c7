import { z } from 'zod';
import { listLimits } from '../domain/list-limits.ts';
import { nearName } from '../domain/near-name.ts';

/*
 * The leaves of request schemas. Each call makes new ones: the REST adapter changes number and boolean leaves of
 * inputs in place, so none may be shared with another procedure or with the model. Numbers of bodies are piped,
 * which keeps the adapter from turning "5", null or "" into numbers.
 */

/** An object that names every field it does not know, and the one that was probably meant. */
export function strict<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => unknown(key, known)).join('\n')
        : undefined,
  });
}

function unknown(key: string, known: string[]): string {
  const near = nearName(key, known);
  return near === null ? 'is not a field' : `is not a field: did you mean ${near}?`;
}

/** Text with at least one character that is not a space; stored as sent. */
export const filledText = () => z.string().regex(/\S/, 'needs at least one character that is not a space');

/** The 24-character hex id of a record; `what` names the record. */
export const idOf = (what: string) =>
  z
    .string()
    .regex(/^[0-9a-fA-F]{24}$/, 'must be an id of 24 hexadecimal characters')
    .toLowerCase()
    .meta({ description: `Id of the ${what}.` });

/** Written without a flag for the case, which a pattern in the OpenAPI document cannot have. */
export const httpUrl = () =>
  z.string().regex(/^[hH][tT][tT][pP][sS]?:\/\//, 'must be a link that starts with http:// or https://');

/** A whole number of a body, from 0. */
export const position = () => z.int().min(0).pipe(z.int());

/** A number of bytes in a body. */
export const byteCount = () => z.number().min(0).pipe(z.number());

/**
 * A whole number of a query: decimal digits there, a number for the typed client. `Number` alone would take an empty
 * text for 0 and 0x10 for 16.
 */
const queryNumber = (least: number, most: number, fallback?: number) =>
  z
    .custom<number>(
      (value) => typeof value === 'number' || (typeof value === 'string' && /^\d{1,15}$/.test(value)),
      'must be a whole number in digits, such as 12',
    )
    .meta({
      override: {
        ...{ type: 'integer', minimum: least, maximum: most },
        ...(fallback !== undefined && { default: fallback }),
      },
    })
    .transform(Number)
    .pipe(z.int().min(least).max(most));

/** A position of a query that may be left out. */
export const queryIndex = () => queryNumber(0, 1_000_000_000).exactOptional();

/** Where to go on in a list whose places are written by `cursor`. */
export const goingOn = (cursor: { pattern: RegExp }) => ({
  after: z
    .string()
    .regex(cursor.pattern, 'is not a nextCursor that this list has returned')
    .exactOptional()
    .meta({
      description:
        'nextCursor of the last response; continues after the last entry shown. Send it without page.',
    }),
});

/** The page to read and how long pages are, or where to go on; `cursor` is how the list writes a place. */
export const paging = (cursor: { pattern: RegExp }) => ({
  page: queryNumber(1, 1_000_000_000, 1)
    .default(1)
    .meta({ description: 'Page, from 1. One past the end is empty.' }),
  pageSize: queryNumber(1, 100, 12).default(12).meta({ description: 'Entries of a page, 1 to 100.' }),
  ...goingOn(cursor),
});

/** What the document says of a list whose length the services limit, as its setting is by default. */
export function upTo(list: keyof typeof listLimits, description = '') {
  const most = `At most ${listLimits[list]} by default.`;
  return { maxItems: listLimits[list], description: `${description} ${most}`.trim() };
}

/** Any JSON object. */
export const jsonObject = () => z.record(z.string(), z.json());
