import type { Job } from '../job.ts';
import { CheckFailure } from '../model/errors.ts';
import type { CheckerRecord, Finding } from '../model/finding.ts';
import { Step, type StepConfig } from '../runtime/step.ts';
import type { FieldChoice } from './fields/assigned-field.ts';
import type { UnnamedLeaf } from './fill.ts';
import { shapeApart } from './process/shape-apart.ts';
import { nothingShaped, type Shaped } from './shaped.ts';

/** The usage of the model calls that made a choice. */
export type ChoiceRecord = Pick<CheckerRecord, 'tokens' | 'requests' | 'cost'>;

/**
 * Chooses which part of which finding goes into each leaf. Throws `CheckFailure` with the usage of the calls made
 * before the failure.
 */
export type ChooseFields = (
  leaves: readonly UnnamedLeaf[],
  findings: readonly Finding[],
  config: StepConfig,
) => Promise<{ choices: FieldChoice[]; record: ChoiceRecord }>;

export type ShapedByModel = { shaped: Shaped; record: ChoiceRecord | null };

/** The step that fills the user's `outputFormat` from findings. */
export function createShape(
  job: Pick<Job, 'outputFormat' | 'limits'>,
  choose: ChooseFields | undefined,
): Step<readonly Finding[], ShapedByModel> {
  return new Step({
    name: 'shape',
    work: (findings, config) => shapeByModel(job, findings, choose, config),
    input: (findings) => ({ findings: findings.length }),
    output: ({ shaped: { output, outputGaps } }) => ({ output, gaps: outputGaps.length }),
  });
}

/**
 * The findings in the shape that a user asked for, created in a process that can be killed. `choose` decides what goes
 * into leaves whose names show no meaning; if it fails, these leaves stay empty. Throws the signal's reason.
 */
async function shapeByModel(
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
