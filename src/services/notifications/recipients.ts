import { refuseInvalid } from '../../domain/errors.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * Throws `validation_failed` for too many recipients. Their kind is only examined when there is something to send.
 */
export function checkRecipients(
  recipients: readonly string[],
  { limits }: Pick<Dependencies, 'limits'>,
): void {
  if (recipients.length <= limits.recipients) return;
  const message = `has ${recipients.length} entries: at most ${limits.recipients} are allowed`;
  refuseInvalid([{ path: 'contactNotifications', message }]);
}
