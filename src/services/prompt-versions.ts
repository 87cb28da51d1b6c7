import { refuseInvalid } from '../domain/errors.ts';
import type { Dependencies } from './dependencies.ts';

/** Refuses prompt versions that do not exist; an empty list is fine. Throws `validation_failed`. */
export async function checkPrompts(
  versions: string | undefined,
  { prompts }: Pick<Dependencies, 'prompts'>,
): Promise<void> {
  if (!versions) return;
  const message = await prompts.problem(versions);
  if (message !== null) refuseInvalid([{ path: 'promptVersions', message }]);
}
