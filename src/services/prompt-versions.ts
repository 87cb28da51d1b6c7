import { refuseInvalid } from '../domain/errors.ts';
import type { Dependencies } from './dependencies.ts';

/** Refuses versions of prompts that there are not; nothing is none. Throws `validation_failed`. */
export async function checkPrompts(
  versions: string | undefined,
  { prompts }: Pick<Dependencies, 'prompts'>,
): Promise<void> {
  if (!versions) return;
  const message = await prompts.problem(versions);
  if (message !== null) refuseInvalid([{ path: 'promptVersions', message }]);
}
