import type { Job } from '../job.ts';
import { CheckFailure } from '../model/errors.ts';
import type { Finding } from '../model/finding.ts';
import type { Took } from '../model/usage.ts';
import { asStep, type StepConfig } from '../runtime/step.ts';
import type { FieldChoice } from './fields/assigned-field.ts';
import type { UnnamedLeaf } from './fill.ts';
import { shapeApart } from './process/shape-apart.ts';
import { nothingShaped, type Shaped } from './shaped.ts';

/**
 * Chooses which part of which finding goes into each leaf. `record` is the usage of the calls for that. Throws
 * `CheckFailure` with the usage of the calls made before the failure.
 */
export type ChooseFields = (
  leaves: readonly UnnamedLeaf[],
  findings: readonly Finding[],
  config: StepConfig,
) => Promise<{ choices: FieldChoice[]; record: Took }>;

export type ShapedByModel = { shaped: Shaped; record: Took | null };

/**
 * The findings in the shape that a user asked for, created in a process that can be killed, as a step. `choose` decides
 * what goes into leaves whose names show no meaning; if it fails, these leaves stay empty. Throws the signal's reason.
 */
export function shapeByModel(
  job: Pick<Job, 'outputFormat' | 'limits'>,
  findings: readonly Finding[],
  choose: ChooseFields | undefined,
  config: StepConfig,
): Promise<ShapedByModel> {
  const shown = {
    name: 'shape',
    input: { findings: findings.length },
    output: ({ shaped: { output, outputGaps } }: ShapedByModel) => ({ output, gaps: outputGaps.length }),
  };
  return asStep(shown, config, (own) => shape(job, findings, choose, own));
}

async function shape(
  { outputFormat, limits }: Pick<Job, 'outputFormat' | 'limits'>,
  findings: readonly Finding[],
  choose: ChooseFields | undefined,
  config: StepConfig,
): Promise<ShapedByModel> {
  const { signal } = config;
  if (outputFormat === null) return { shaped: nothingShaped(), record: null };
  const plain = await shapeApart(outputFormat, findings, [], limits, { signal });
  if (choose === undefined || plain.unnamed.length === 0 || findings.length === 0)
    return { shaped: plain, record: null };
  try {
    const { choices, record } = await choose(plain.unnamed, findings, config);
    const chosen = choices.map(({ pointer, finding, part }) => ({ pointer, findingId: finding.id, part }));
    const shaped = await shapeApart(outputFormat, findings, chosen, limits, { signal });
    return { shaped: shaped.output === null ? plain : shaped, record };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof CheckFailure)) throw error;
    const warning = {
      code: 'output_without_model',
      message: `The model could not choose what belongs in ${plain.unnamed.length} fields of the output, which stay empty: ${error.message}`,
    };
    return { shaped: { ...plain, warnings: [...plain.warnings, warning] }, record: error.checker ?? null };
  }
}
