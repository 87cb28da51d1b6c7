import { refuseInvalid } from '../domain/errors.ts';
import type { Dependencies } from './dependencies.ts';

/**
 * Throws `validation_failed` if one of the prompt versions does not exist. Accepts undefined and empty text, which name
 * no versions.
 */
export async function checkPrompts(
  versions: string | undefined,
  { prompts }: Pick<Dependencies, 'prompts'>,
): Promise<void> {
  if (!versions) return;
  const message = await prompts.problem(versions);
  if (message !== null) refuseInvalid([{ path: 'promptVersions', message }]);
}
