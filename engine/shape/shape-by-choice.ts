import { CheckFailure } from '../model/errors.ts';
import type { CheckerRecord, Finding } from '../model/finding.ts';
import type { Json } from '../model/result.ts';
import { assignedMeaning, type FieldChoice } from './assigned-field.ts';
import type { UnnamedLeaf } from './fill.ts';
import { type Shaped, shapeOutput } from './shape.ts';

/** What a choice took of a model. */
export type ChoiceRecord = Pick<CheckerRecord, 'tokens' | 'requests' | 'cost'>;

/** Chooses what of which finding belongs into each leaf. Throws `CheckFailure`, with what it took. */
export type ChooseFields = (
  leaves: readonly UnnamedLeaf[],
  findings: readonly Finding[],
  signal: AbortSignal,
) => Promise<{ choices: FieldChoice[]; record: ChoiceRecord }>;

/**
 * The findings in the form a user asked for. Leaves whose names say nothing are filled as `choose` says, which gives no
 * values: these are taken from the findings and held against the form like all others. When it fails, and when what it
 * chose does not meet the form, the output is what it is without it.
 */
export async function shapeByChoice(
  outputFormat: Json | null,
  findings: readonly Finding[],
  choose: ChooseFields | undefined,
  signal: AbortSignal,
): Promise<{ shaped: Shaped; record: ChoiceRecord | null }> {
  const plain = shapeOutput(outputFormat, findings);
  if (choose === undefined || plain.unnamed.length === 0 || findings.length === 0)
    return { shaped: plain, record: null };
  try {
    const { choices, record } = await choose(plain.unnamed, findings, signal);
    const leaves = new Map(plain.unnamed.map(({ pointer, leaf }) => [pointer, leaf]));
    const assigned = new Map(
      choices.flatMap((choice) => {
        const leaf = leaves.get(choice.pointer);
        return leaf ? [[choice.pointer, assignedMeaning(choice, leaf)] as const] : [];
      }),
    );
    const shaped = shapeOutput(outputFormat, findings, assigned);
    return { shaped: shaped.output === null ? plain : shaped, record };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof CheckFailure)) throw error;
    const warning = {
      code: 'output_without_model',
      message: `The model could not say what belongs into ${plain.unnamed.length} fields of the output, which stay empty: ${error.message}`,
    };
    return { shaped: { ...plain, warnings: [...plain.warnings, warning] }, record: error.checker ?? null };
  }
}
