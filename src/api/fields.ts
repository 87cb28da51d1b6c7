import { z } from 'zod';
import { nearName } from '../domain/near-name.ts';
import { listLimits } from '../domain/records/list-limits.ts';

/*
 * The leaves of request schemas. Each call creates new ones, because the REST adapter changes number and boolean
 * leaves of inputs in place; a shared leaf would change other procedures or the model. Numbers in bodies are piped,
 * which keeps the adapter from converting "5", null or "" to numbers.
 */

/** An object whose error names every unknown field and the known field that was probably meant. */
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

/** Text with at least one character other than a space; stored unchanged. */
export const filledText = () => z.string().regex(/\S/, 'needs at least one character that is not a space');

/** The 24-character hex id of a record; `what` names the record. */
export const idOf = (what: string) =>
  z
    .string()
    .regex(/^[0-9a-fA-F]{24}$/, 'must be an id of 24 hexadecimal characters')
    .toLowerCase()
    .meta({ description: `Id of the ${what}.` });

/** Without the `i` flag, which a pattern in OpenAPI cannot have. */
export const httpUrl = () =>
  z.string().regex(/^[hH][tT][tT][pP][sS]?:\/\//, 'must be a link that starts with http:// or https://');

/** A whole number in a body, from 0. */
export const position = () => z.int().min(0).pipe(z.int());

/** A number of bytes in a body. */
export const byteCount = () => z.number().min(0).pipe(z.number());

/**
 * A whole number: decimal digits in a query, a number from the typed client. `Number` alone would read an empty text
 * as 0 and 0x10 as 16.
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

/** An optional position in a query. */
export const queryIndex = () => queryNumber(0, 1_000_000_000).exactOptional();

/** The cursor at which a list continues; `cursor` encodes and decodes it. */
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

/** The page to return and its size, or the cursor to continue at; `cursor` encodes and decodes it. */
export const paging = (cursor: { pattern: RegExp }) => ({
  page: queryNumber(1, 1_000_000_000, 1)
    .default(1)
    .meta({ description: 'Page, from 1. One past the end is empty.' }),
  pageSize: queryNumber(1, 100, 12).default(12).meta({ description: 'Entries of a page, 1 to 100.' }),
  ...goingOn(cursor),
});

/** The documented length limit of a list; it is the default of the setting that services apply. */
export function upTo(list: keyof typeof listLimits, description = '') {
  const most = `At most ${listLimits[list]} by default.`;
  return { maxItems: listLimits[list], description: `${description} ${most}`.trim() };
}

/** Any JSON object. */
export const jsonObject = () => z.record(z.string(), z.json());
