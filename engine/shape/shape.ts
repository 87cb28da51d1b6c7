import { defaultLimits } from '../job.ts';
import type { Finding } from '../model/finding.ts';
import type { Json, Warning } from '../model/result.ts';
import { type Assigned, type Filled, fill } from './fill.ts';
import { Meter, OutputLimit } from './meter.ts';
import { schemaProblems } from './schema/check-schema.ts';
import { sizeProblem } from './schema/check-size.ts';
import { fromSchema, isJsonSchema } from './schema/from-schema.ts';
import type { JsonObject, Place } from './schema/subschemas.ts';
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
  const problem =
    sizeProblem(outputFormat, limits) ??
    (isJsonSchema(outputFormat) ? schemaProblems(outputFormat)[0] : null);
  if (problem) return unusable(`${placeText(problem.place)} ${problem.message}.`);
  try {
    const meter = new Meter(limits.outputBytes);
    return isJsonSchema(outputFormat)
      ? bySchema(outputFormat, findings, meter, assigned)
      : shaped(fill(fromExample(outputFormat), findings, meter, assigned), findings, meter);
  } catch (error) {
    if (!(error instanceof OutputLimit)) throw error;
    return leftOut(error.message);
  }
}

function bySchema(
  schema: JsonObject,
  findings: readonly Finding[],
  meter: Meter,
  assigned: Assigned | undefined,
): Shaped {
  const validate = compileSchema(schema, meter);
  if ('reason' in validate) return unusable(`it cannot be compiled (${validate.reason}).`);
  const filled = fill(fromSchema(schema, meter), findings, meter, assigned);
  const validated = fitToSchema(validate, filled.output);
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

function unusable(reason: string): Shaped {
  return unshaped(
    'output_format_invalid',
    `There is no output, because outputFormat cannot be used: ${reason}`,
  );
}
