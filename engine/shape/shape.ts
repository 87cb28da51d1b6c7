import { defaultLimits } from '../job.ts';
import type { Finding } from '../model/finding.ts';
import type { Json, Warning } from '../model/result.ts';
import { type Assigned, type Filled, fill } from './fill.ts';
import { Meter, OutputLimit } from './meter.ts';
import { type FormatProblem, sizeProblem } from './schema/check-size.ts';
import { fromSchema, isJsonSchema } from './schema/from-schema.ts';
import type { JsonObject, Place } from './schema/json-object.ts';
import { compileSchema, fitToSchema } from './schema/validate.ts';
import { leftOut, nothingShaped, type Shaped, type ShapeLimits, unshaped } from './shaped.ts';
import { fromExample } from './template.ts';

/**
 * The findings in the shape that a user asked for. This function calls no model: the model's choices for unnamed leaves
 * are passed as `assigned`. If `outputFormat` is a JSON Schema, the output is validated; any other object is an example
 * whose keys are kept. Every filled leaf names in `outputSources`, by JSON pointer, the findings and citations behind
 * it; an unsupported leaf is null, with the reason in `outputGaps`. When the format is not usable, a schema does not
 * allow null where one is needed, or the output exceeds a limit, `output` is null and a warning says why. This function
 * compiles and runs a user's schema, so it belongs in a process that can be killed.
 */
export function shapeOutput(
  outputFormat: Json | null,
  findings: readonly Finding[],
  assigned?: Assigned,
  limits: ShapeLimits = defaultLimits,
): Shaped {
  if (outputFormat === null) return nothingShaped();
  const problem = sizeProblem(outputFormat, limits);
  if (problem) return unusable(problem);
  try {
    const meter = new Meter(limits.outputBytes);
    return isJsonSchema(outputFormat)
      ? bySchema(outputFormat, findings, meter, assigned)
      : shaped(fill(fromExample(outputFormat), findings, meter, assigned), findings, meter);
  } catch (error) {
    if (error instanceof OutputLimit) return leftOut(error.message);
    if (error instanceof RangeError) return unusable({ place: [], message: endless });
    throw error;
  }
}

/**
 * Returns why a JSON Schema cannot be used; empty if it can. It is used once, for an output without findings, so this
 * belongs in a process that can be killed too.
 */
export function schemaProblems(schema: JsonObject): FormatProblem[] {
  const compiled = compileSchema(schema);
  if ('problems' in compiled) return compiled.problems;
  const meter = new Meter(defaultLimits.outputBytes);
  try {
    compiled.validate(fill(fromSchema(schema, meter), [], meter).output);
    return [];
  } catch (error) {
    if (error instanceof RangeError) return [{ place: [], message: endless }];
    if (error instanceof OutputLimit) return [];
    throw error;
  }
}

/** A schema that applies itself to the same value fills the stack. */
const endless = 'refers to itself without going into a property or an item: remove that reference';

function bySchema(
  schema: JsonObject,
  findings: readonly Finding[],
  meter: Meter,
  assigned: Assigned | undefined,
): Shaped {
  const compiled = compileSchema(schema);
  if ('problems' in compiled) return unusable(...compiled.problems);
  const filled = fill(fromSchema(schema, meter), findings, meter, assigned);
  const validated = fitToSchema(compiled.validate, filled.output);
  if ('reason' in validated) {
    return unshaped(
      'output_not_valid',
      `The output does not meet outputFormat and was left out: ${validated.reason}. Allow null where something may not be found.`,
    );
  }
  const { output } = validated;
  const gaps = { ...filled.gaps, ...validated.gaps };
  const sources = Object.fromEntries(
    Object.entries(filled.sources).filter(([pointer]) => !(pointer in validated.gaps)),
  );
  return shaped({ output, sources, gaps, unnamed: filled.unnamed }, findings, meter);
}

function shaped(
  { output, sources, gaps, unnamed }: Filled,
  findings: readonly Finding[],
  meter: Meter,
): Shaped {
  meter.check(JSON.stringify({ output, sources, gaps }));
  const estimated = new Set(findings.filter(({ label }) => label === 'ESTIMATED').map(({ id }) => id));
  const resting = Object.values(sources).filter((list) =>
    list.some(({ findingId }) => estimated.has(findingId)),
  );
  const warnings: Warning[] =
    resting.length === 0
      ? []
      : [
          {
            code: 'output_estimated',
            message: `${resting.length} parts of the output are based on findings that are only ESTIMATED; outputSources names them.`,
          },
        ];
  return { output, outputSources: sources, outputGaps: gaps, warnings, unnamed };
}

/** A place in an outputFormat, as errors of the API write it: `outputFormat.properties.a[0]`. */
function placeText(place: Place): string {
  return place.reduce<string>(
    (path, key) => (typeof key === 'number' ? `${path}[${key}]` : `${path}.${key}`),
    'outputFormat',
  );
}

function unusable(...[problem]: FormatProblem[]): Shaped {
  const reason = problem ? `${placeText(problem.place)} ${problem.message}` : 'it is not a JSON Schema';
  return unshaped(
    'output_format_invalid',
    `There is no output, because outputFormat cannot be used: ${reason}.`,
  );
}
