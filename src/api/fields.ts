import { z } from 'zod';
import { nearName } from '../domain/near-name.ts';
import { listLimits } from '../domain/records/list-limits.ts';
import { metadataKeyPattern, metadataKeyWords, metadataValueCharacters } from '../domain/records/metadata.ts';
import { mostProblems } from './field-problems.ts';

/*
 * The schemas of single fields in requests. Each call creates a new schema, because the REST adapter changes the
 * schemas of numbers and booleans in place: a shared schema would change for other procedures too. The schemas of
 * numbers in bodies are piped, so that the adapter does not convert "5", null or "" to numbers.
 */

/**
 * The schema of an object without unknown fields. Its error names every unknown field, and the known field that was
 * probably meant.
 */
export function strict<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys
            .slice(0, mostProblems)
            .map((key) => unknown(key, known))
            .join('\n')
        : undefined,
  });
}

function unknown(key: string, known: string[]): string {
  const near = nearName(key, known);
  return near === null ? 'is not a field' : `is not a field: did you mean ${near}?`;
}

/** Text with at least one character that is not white space; stored unchanged. */
export const filledText = () => z.string().regex(/\S/, 'needs at least one character that is not a space');

/** The maximum lengths of texts in requests, in characters. */
export const textLengths = {
  /** The name of a rule set or a project. */
  name: 200,
  description: 10_000,
  fileName: 500,
  url: 2_000,
} as const;

export const recordName = () => filledText().max(textLengths.name);
export const description = () => filledText().max(textLengths.description);
export const fileName = () => filledText().max(textLengths.fileName);

/** The 24-character hex id of a record; `what` names the record. */
export const idOf = (what: string) =>
  z
    .string()
    .regex(/^[0-9a-fA-F]{24}$/, 'must be an id of 24 hexadecimal characters')
    .toLowerCase()
    .meta({ description: `Id of the ${what}.` });

/** The workspace in the query of a link in a page, because a browser sends no header when it follows a link. */
export const workspaceInLink = () =>
  idOf('workspace').exactOptional().meta({
    description: 'For links in a page: the workspace, as in the header workspace of other requests.',
  });

/** The pattern lists each letter in upper and lower case, because a pattern in OpenAPI cannot have the `i` flag. */
export const httpUrl = () =>
  z.string().regex(/^[hH][tT][tT][pP][sS]?:\/\//, 'must be a link that starts with http:// or https://');

/** A whole number in a body, 0 or greater. */
export const position = () => z.int().min(0).pipe(z.int());

/** A yes or no in a body. */
export const flag = () => z.boolean().pipe(z.boolean());

/** A number of bytes in a body. */
export const byteCount = () => z.number().min(0).pipe(z.number());

/**
 * A whole number in a query. REST requests send it as digits, the typed client sends it as a number. `Number` alone
 * would convert an empty text to 0 and "0x10" to 16.
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

/** An optional index in a query, 0 or greater. */
export const queryIndex = () => queryNumber(0, 1_000_000_000).exactOptional();

/** The number of entries to return, 1 to `most`, in a query; by default `most`. */
export const upToCount = (most: number) =>
  queryNumber(1, most, most)
    .default(most)
    .meta({ description: `The number of entries to return, 1 to ${most}.` });

/** The field `after` of a list request. Its value must match `cursor.pattern`. */
export const goingOn = (cursor: { pattern: RegExp }) => ({
  after: z
    .string()
    .regex(cursor.pattern, 'is not a nextCursor that this list has returned')
    .exactOptional()
    .meta({
      description:
        'The nextCursor of the previous response, to get the next page. It cannot be combined with page.',
    }),
});

/** The fields of a list request that select a page, by its number or by a cursor that matches `cursor.pattern`. */
export const paging = (cursor: { pattern: RegExp }) => ({
  page: queryNumber(1, 1_000_000_000, 1)
    .default(1)
    .meta({ description: 'The number of the page, from 1. A page after the last one is empty.' }),
  pageSize: queryNumber(1, 100, 12)
    .default(12)
    .meta({ description: 'The number of entries on a page, 1 to 100.' }),
  ...goingOn(cursor),
});

/** The same for records with a name and a description, which a text can select. */
export const pagingAndSearch = (cursor: { pattern: RegExp }) => ({
  ...paging(cursor),
  search: z
    .string()
    .exactOptional()
    .meta({ description: 'Literal text to find in the name or description; case is ignored.' }),
});

/**
 * The maximum length of a list, for the OpenAPI document. The services apply a setting instead, whose default is this
 * maximum.
 */
export function upTo(list: keyof typeof listLimits, description = '') {
  const most = `At most ${listLimits[list]} by default.`;
  return { maxItems: listLimits[list], description: `${description} ${most}`.trim() };
}

/** The metadata of a rule set or a project. */
export const metadata = () =>
  z
    .record(z.string().regex(metadataKeyPattern, metadataKeyWords), z.string().max(metadataValueCharacters))
    .meta({
      maxProperties: listLimits.metadata,
      description: `Texts of your own, such as ids of your system, which are returned unchanged. At most ${listLimits.metadata} by default.`,
    });

/** Any JSON object. */
export const jsonObject = () => z.record(z.string(), z.json());
