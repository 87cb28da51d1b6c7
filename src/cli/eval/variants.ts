import type { CheckingOptions, RunOptions, Varied } from './options.ts';

type Others = Omit<RunOptions, keyof Varied>;

/** One combination of model, prompts and embedding share, with all other options. */
export type RunVariant = { name: string; options: Others & Pick<CheckingOptions, keyof Varied> };

/**
 * Returns every combination of the values of repeated options, in the order given. For an option that was not given,
 * the value of the environment applies.
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
