import { _, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import type { Json } from '../../model/result.ts';
import type { Meter } from '../meter.ts';
import { ajvOf, dialectOf } from './dialects.ts';
import { compilePattern, parsePattern } from './pattern.ts';
import { allSchemas, isObject, type JsonObject } from './subschemas.ts';

export type Checked = { output: Json; gaps: Record<string, string> } | { output: null; reason: string };

/** Tests whether an output is valid. `errors` are the errors of the last call. Throws `OutputLimit`. */
export type Validate = { (output: Json): boolean; errors: readonly ErrorObject[] };

/** A keyword that is added to every schema, to count how often it is used. */
const stepKeyword = 'proviso:step';
/** Characters of a text that a pattern matches in one step. */
const charactersPerStep = 50;

/**
 * The validator of a schema in which `schemaProblems` found no problem, or the reason why it does not compile. The
 * validator checks formats and fetches nothing. Each use of a schema counts as a step of the meter.
 */
export function compileSchema(schema: JsonObject, meter: Meter): Validate | { reason: string } {
  const dialect = dialectOf(schema);
  if (dialect === null) return { reason: '$schema names a version that is not supported' };
  const ajv = ajvOf(dialect, {
    strict: false,
    allErrors: true,
    logger: false,
    // `schemaProblems` has already validated the schema.
    validateSchema: false,
    // If every reference were inlined, or the code minified, a small schema would take minutes to compile.
    inlineRefs: false,
    code: { regExp: linearPattern(meter), optimize: false },
  });
  const step = () => meter.step();
  ajv.addKeyword({
    keyword: stepKeyword,
    code: ({ gen }) => gen.code(_`${gen.scopeValue('func', { key: step, ref: step })}()`),
  });
  addFormats.default(ajv);
  try {
    const compiled = ajv.compile(withSteps(schema));
    const validate = (output: Json): boolean => {
      // Only `true` means that an output is valid. A promise, which a schema can make the validator return, does not.
      const valid = compiled(output) === true;
      own.errors = compiled.errors ?? [];
      return valid;
    };
    const own: Validate = Object.assign(validate, { errors: [] });
    return own;
  } catch (error) {
    if (error instanceof RangeError) return { reason: 'it is nested too deep, by way of its references' };
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Validates an output against its schema. A value that the schema rejects (a pattern, a range, a length) becomes null,
 * or is left out if null is not allowed either. An output that is still not valid is dropped. Throws `OutputLimit`.
 */
export function fitToSchema(validate: Validate, filled: Json): Checked {
  const output = structuredClone(filled);
  const gaps: Record<string, string> = {};
  if (validate(output)) return { output, gaps };
  for (const error of validate.errors) {
    if (replaceAt(output, error.instancePath, 'null')) gaps[error.instancePath] = `${asked(error)}.`;
  }
  if (validate(output)) return { output, gaps };
  for (const error of validate.errors) replaceAt(output, error.instancePath, 'remove');
  if (validate(output)) return { output, gaps };
  const reasons = validate.errors
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
  const steps = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = steps.pop();
  let at: Json | undefined = root;
  for (const part of steps) {
    if (Array.isArray(at)) at = at[Number(part)];
    else at = isObject(at) ? at[part] : undefined;
  }
  if (last === undefined || !isObject(at) || !Object.hasOwn(at, last)) return false;
  const current = at[last];
  if (current === undefined || (current !== null && typeof current === 'object')) return false;
  if (how === 'remove') delete at[last];
  else at[last] = null;
  return true;
}

/**
 * A copy of a schema in which every subschema counts its uses. `$schema` is removed, because the validator is already
 * the one for that version.
 */
function withSteps({ $schema: _, ...schema }: JsonObject): JsonObject {
  const root = structuredClone(schema);
  for (const one of allSchemas(root).schemas) one[stepKeyword] = true;
  return root;
}

function linearPattern(meter: Meter) {
  const engine = (source: string) => {
    const matches = compilePattern(parsePattern(source));
    return {
      /** The validator uses this text as the identity of the pattern. */
      toString: () => source,
      test(text: string): boolean {
        meter.step(1 + Math.floor(text.length / charactersPerStep));
        return matches(text);
      },
    };
  };
  return Object.assign(engine, { code: 'linearPattern' });
}
