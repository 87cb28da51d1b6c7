import type { CheckingOptions, RunOptions, Varied } from './options.ts';

type Others = Omit<RunOptions, keyof Varied>;

/** One choice of model, prompts and share of meaning, with all the other options. */
export type RunVariant = { name: string; options: Others & Pick<CheckingOptions, keyof Varied> };

/** Every choice of one of each that was given, the first of each first. What was not given is as the environment says. */
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
