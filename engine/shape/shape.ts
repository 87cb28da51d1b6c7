import type { Finding } from '../model/finding.ts';
import type { Json, Result, Warning } from '../model/result.ts';
import { type Assigned, type Filled, fill, type UnnamedLeaf } from './fill.ts';
import { fromSchema, isJsonSchema } from './from-schema.ts';
import { fromExample } from './template.ts';
import { compileSchema, holdAgainst } from './validate.ts';

/** An output goes with each answer about its run. */
const mostBytes = 4 * 1024 * 1024;

export type Shaped = Pick<Result, 'output' | 'outputSources' | 'outputGaps'> & {
  warnings: Warning[];
  unnamed: UnnamedLeaf[];
};

/**
 * The findings in the form a user asked for. Nothing is asked of a model: what it said of leaves whose names say nothing
 * comes as `assigned`. A JSON Schema is honoured as one and the output
 * validated; any other object is an example whose keys are kept. Every filled leaf names in `outputSources`, by JSON
 * pointer, the findings and citations behind it; what nothing supports is null, with the reason in `outputGaps`.
 * When a schema takes no null where one is needed, or is no schema, `output` is null and a warning says why.
 */
export function shapeOutput(
  outputFormat: Json | null,
  findings: readonly Finding[],
  assigned?: Assigned,
): Shaped {
  if (outputFormat === null) return nothingShaped([]);
  if (!isJsonSchema(outputFormat))
    return shaped(fill(fromExample(outputFormat), findings, assigned), findings);

  const validate = compileSchema(outputFormat);
  if ('reason' in validate)
    return unshaped('output_format_invalid', `outputFormat is no JSON Schema: ${validate.reason}`);
  const filled = fill(fromSchema(outputFormat), findings, assigned);
  const held = holdAgainst(validate, filled.output);
  if ('reason' in held) {
    return unshaped(
      'output_not_valid',
      `The output does not meet outputFormat and was left out: ${held.reason}. Allow null where something may not be found.`,
    );
  }
  const { output } = held;
  const gaps = { ...filled.gaps, ...held.gaps };
  const sources = Object.fromEntries(
    Object.entries(filled.sources).filter(([pointer]) => !(pointer in held.gaps)),
  );
  return shaped({ output, sources, gaps, unnamed: filled.unnamed }, findings);
}

function shaped({ output, sources, gaps, unnamed }: Filled, findings: readonly Finding[]): Shaped {
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
            message: `${resting.length} parts of the output rest on findings that are only ESTIMATED; outputSources names them.`,
          },
        ];
  const bytes = Buffer.byteLength(JSON.stringify([output, sources, gaps]));
  if (bytes > mostBytes) {
    return unshaped(
      'output_too_large',
      `The output and its sources would take ${Math.ceil(bytes / 1024 / 1024)} MB, more than ${mostBytes / 1024 / 1024} MB, and were left out. Leave quotes out of outputFormat, or check fewer files in a run.`,
    );
  }
  return { output, outputSources: sources, outputGaps: gaps, warnings, unnamed };
}

function unshaped(code: string, message: string): Shaped {
  return nothingShaped([{ code, message }]);
}

function nothingShaped(warnings: Warning[]): Shaped {
  return { output: null, outputSources: {}, outputGaps: {}, warnings, unnamed: [] };
}
