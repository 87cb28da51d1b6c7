import { Ajv, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonObject } from './subschemas.ts';

export type Dialect = '2020-12' | '2019-09' | 'draft-07';

/**
 * The dialect for each last part of `$schema`. Drafts 4 and 6 are read as draft 7, which accepts their schemas except
 * for `id` and boolean `exclusiveMinimum`.
 */
const endings: [RegExp, Dialect][] = [
  [/^draft\/2020-12\/schema$/, '2020-12'],
  [/^draft\/2019-09\/schema$/, '2019-09'],
  [/^draft-0[467]\/schema$/, 'draft-07'],
];

export const dialectUrls =
  'https://json-schema.org/draft/2020-12/schema, https://json-schema.org/draft/2019-09/schema, http://json-schema.org/draft-07/schema';

/**
 * The version of JSON Schema in which a schema is written: 2020-12 if the schema names none; null if it names one that
 * is not supported.
 */
export function dialectOf({ $schema }: JsonObject): Dialect | null {
  if ($schema === undefined) return '2020-12';
  if (typeof $schema !== 'string') return null;
  const named = /^https?:\/\/json-schema\.org\/([^#]*)#?$/.exec($schema)?.[1];
  return endings.find(([ending]) => named !== undefined && ending.test(named))?.[1] ?? null;
}

/** A validator of a dialect. It fetches nothing and logs nothing. */
export function ajvOf(dialect: Dialect, options: Options): Ajv | Ajv2019 | Ajv2020 {
  switch (dialect) {
    case '2020-12':
      return new Ajv2020(options);
    case '2019-09':
      return new Ajv2019(options);
    case 'draft-07':
      return new Ajv(options);
  }
}
