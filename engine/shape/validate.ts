import { createContext, Script } from 'node:vm';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Json } from '../model/result.ts';
import type { JsonObject } from './from-schema.ts';

/** A user's pattern may take exponential time: a test of one that takes this long ends the validation. */
const patternMs = 1_000;

export type Checked = { output: Json; gaps: Record<string, string> } | { output: null; reason: string };

/** The validator of a user's schema, or why it can't be used. Formats are checked; nothing is fetched. */
export function compileSchema(schema: JsonObject): ValidateFunction | { reason: string } {
  const { $schema, ...own } = schema;
  const options = {
    strict: false,
    allErrors: true,
    code: { regExp: boundedPattern },
    logger: false,
  } as const;
  const older = typeof $schema === 'string' && /draft-0[467]/.test($schema);
  const ajv = older ? new Ajv(options) : new Ajv2020(options);
  addFormats.default(ajv);
  try {
    return ajv.compile(own);
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Holds an output against its schema. A value the schema does not take (a pattern, a range, a length) becomes null, or
 * is left out where null is not taken either; an output that is still not valid is none.
 */
export function holdAgainst(validate: ValidateFunction, filled: Json): Checked {
  const output = structuredClone(filled);
  const gaps: Record<string, string> = {};
  try {
    if (validate(output)) return { output, gaps };
    for (const error of validate.errors ?? []) {
      if (replaceAt(output, error.instancePath, 'null')) gaps[error.instancePath] = `${asked(error)}.`;
    }
    if (validate(output)) return { output, gaps };
    for (const error of validate.errors ?? []) replaceAt(output, error.instancePath, 'remove');
    if (validate(output)) return { output, gaps };
  } catch (error) {
    return { output: null, reason: error instanceof Error ? error.message : String(error) };
  }
  const reasons = (validate.errors ?? [])
    .slice(0, 5)
    .map((error) => `${error.instancePath || '/'} ${error.message ?? ''}`);
  return { output: null, reason: reasons.join('; ') };
}

function asked({ message = 'is not valid' }: ErrorObject): string {
  return `The value found ${message.replace(/^must/, 'does not meet the schema: it must')}`;
}

/** Changes the leaf of an object at a JSON pointer; false where no such leaf is. Items of lists are left as they are. */
function replaceAt(root: Json, pointer: string, how: 'null' | 'remove'): boolean {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = steps.pop();
  let at: Json | undefined = root;
  for (const part of steps) {
    if (Array.isArray(at)) at = at[Number(part)];
    else at = at !== null && typeof at === 'object' ? at[part] : undefined;
  }
  if (last === undefined || at === null || typeof at !== 'object' || Array.isArray(at)) return false;
  const current = at[last];
  if (current === undefined || (current !== null && typeof current === 'object')) return false;
  if (how === 'remove') delete at[last];
  else at[last] = null;
  return true;
}

function boundedPattern(source: string, flags: string) {
  const pattern = new RegExp(source, flags);
  const run = new Script('pattern.test(text)');
  const scope = { pattern, text: '' };
  const context = createContext(scope);
  return {
    /** Ajv keeps patterns apart by this. */
    toString: () => String(pattern),
    test(text: string): boolean {
      scope.text = text;
      try {
        return run.runInContext(context, { timeout: patternMs }) === true;
      } catch {
        throw new Error(`the pattern ${source.slice(0, 60)} takes too long`);
      }
    },
  };
}
boundedPattern.code = 'boundedPattern';
