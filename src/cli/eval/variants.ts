import type { CheckingOptions, RunOptions, Varied } from './options.ts';

type Others = Omit<RunOptions, keyof Varied>;

/** One combination of model, prompts and weight of meaning, with all other options. */
export type RunVariant = { name: string; options: Others & Pick<CheckingOptions, keyof Varied> };

/**
 * Every combination of the repeated options, in the order given. Options that were not given have the environment's
 * values.
 */
export function variantsOf({
  model,
  promptVersion,
  embeddingShare,
  ...others
}: RunOptions): [RunVariant, ...RunVariant[]] {
  const variant = (one?: string, prompts?: string, share?: number): RunVariant => {
    const parts = [one, prompts, share === undefined ? undefined : `share ${share}`];
    return {
      name: parts.filter((part) => part !== undefined).join(', ') || 'as set',
      options: {
        ...others,
        ...(one !== undefined && { model: one }),
        ...(prompts !== undefined && { promptVersion: prompts }),
        ...(share !== undefined && { embeddingShare: share }),
      },
    };
  };
  const [first = variant(), ...more] = (model ?? [undefined]).flatMap((one) =>
    (promptVersion ?? [undefined]).flatMap((prompts) =>
      (embeddingShare ?? [undefined]).map((share) => variant(one, prompts, share)),
    ),
  );
  return [first, ...more];
}
