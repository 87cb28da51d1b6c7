import { Ajv, type ErrorObject, MissingRefError, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Json } from '../../model/result.ts';
import type { FormatProblem } from './check-size.ts';
import { isObject, type JsonObject, objectsIn, type Place, stepsOf, valueAt } from './json-object.ts';

export type Checked = { output: Json; gaps: Record<string, string> } | { output: null; reason: string };

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
const dialectUrls =
  'https://json-schema.org/draft/2020-12/schema, https://json-schema.org/draft/2019-09/schema, http://json-schema.org/draft-07/schema';
const validators = { '2020-12': Ajv2020, '2019-09': Ajv2019, 'draft-07': Ajv };

/** Maximum number of listed problems. */
const mostProblems = 20;
/** Maximum number of characters of a key in the `place` of a problem. */
const shownKey = 60;

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

/**
 * The validator of a schema, or the problems that make the schema unusable. The validator checks formats and fetches
 * nothing. A schema and its patterns can take any time and memory to compile and to use, so this belongs in a process
 * that can be killed.
 */
export function compileSchema({
  $schema,
  ...schema
}: JsonObject): { validate: ValidateFunction } | { problems: FormatProblem[] } {
  const dialect = dialectOf($schema === undefined ? {} : { $schema });
  if (dialect === null) {
    const message = `names a version of JSON Schema that is not supported: use one of ${dialectUrls}, or leave it out`;
    return { problems: [{ place: ['$schema'], message }] };
  }
  const ajv = new validators[dialect]({
    strict: false,
    allErrors: true,
    logger: false,
    // If every reference were inlined, a small schema would take minutes to compile.
    inlineRefs: false,
  });
  addFormats.default(ajv);
  if (ajv.validateSchema(schema) !== true) return { problems: problemsOf(ajv.errors ?? [], dialect) };
  try {
    const compiled = ajv.compile(schema);
    if ('$async' in compiled) return problemAt(['$async'], 'is not supported: remove it');
    return { validate: compiled };
  } catch (error) {
    return compileProblem(error, schema);
  }
}

function problemsOf(errors: readonly ErrorObject[], dialect: Dialect): FormatProblem[] {
  const byPlace = new Map(errors.toReversed().map((error) => [error.instancePath, error]));
  return [...byPlace.values()]
    .toReversed()
    .slice(0, mostProblems)
    .map((error) => ({
      place: shortened(stepsOf(error.instancePath)),
      message: `${wordsOf(error)} (JSON Schema ${dialect}): correct it`,
    }));
}

function wordsOf({ keyword, message = 'is not valid', params }: ErrorObject): string {
  const allowed: unknown = keyword === 'enum' ? params.allowedValues : undefined;
  return Array.isArray(allowed) ? `must be one of ${allowed.join(', ')}` : message;
}

function compileProblem(error: unknown, schema: JsonObject): { problems: FormatProblem[] } {
  if (error instanceof MissingRefError) {
    const { missingRef } = error;
    const place = placeOf(schema, ({ $ref }) => typeof $ref === 'string' && missingRef.endsWith($ref));
    return problemAt(
      [...place, '$ref'],
      `has no schema at its target (${missingRef}), and nothing is fetched: put what it refers to into #/$defs/…`,
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  if (!(error instanceof SyntaxError)) return problemAt([], `cannot be compiled (${reason}): correct it`);
  const place = placeOf(schema, ({ pattern }) => typeof pattern === 'string' && !isPattern(pattern));
  return problemAt([...place, ...(place.length > 0 ? ['pattern'] : [])], `has an error: ${reason}`);
}

/** The place of the first object that fits; the top if none does. */
function placeOf(schema: JsonObject, fits: (object: JsonObject) => boolean): Place {
  for (const { object, place } of objectsIn(schema)) if (fits(object)) return place;
  return [];
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function problemAt(place: Place, message: string): { problems: FormatProblem[] } {
  return { problems: [{ place: shortened(place), message }] };
}

function shortened(place: Place): Place {
  return place.map((key) =>
    typeof key === 'string' && key.length > shownKey ? `${key.slice(0, shownKey)}…` : key,
  );
}

/**
 * Validates an output against its schema. A value that the schema rejects (a pattern, a range, a length) becomes null,
 * or is left out if null is not allowed either. An output that is still not valid is dropped.
 */
export function fitToSchema(validate: ValidateFunction, filled: Json): Checked {
  const output = structuredClone(filled);
  const gaps: Record<string, string> = {};
  if (validate(output)) return { output, gaps };
  for (const error of validate.errors ?? []) {
    if (replaceAt(output, error.instancePath, 'null')) gaps[error.instancePath] = `${asked(error)}.`;
  }
  if (validate(output)) return { output, gaps };
  for (const error of validate.errors ?? []) replaceAt(output, error.instancePath, 'remove');
  if (validate(output)) return { output, gaps };
  const reasons = (validate.errors ?? [])
    .slice(0, 5)
    .map((error) => `${error.instancePath || '/'} ${error.message ?? ''}`);
  return { output: null, reason: reasons.join('; ') };
}

function asked({ message = 'is not valid' }: ErrorObject): string {
  return `The value found ${message.replace(/^must/, 'does not meet the schema: it must')}`;
}

/**
 * Changes the leaf of an object at a JSON pointer; returns false if there is no such leaf. Items of lists are not
 * changed.
 */
function replaceAt(root: Json, pointer: string, how: 'null' | 'remove'): boolean {
  const steps = stepsOf(pointer);
  const last = steps.pop();
  const at = valueAt(root, steps);
  if (last === undefined || !isObject(at) || !Object.hasOwn(at, last)) return false;
  const current = at[last];
  if (current === undefined || (current !== null && typeof current === 'object')) return false;
  if (how === 'remove') delete at[last];
  else at[last] = null;
  return true;
}
