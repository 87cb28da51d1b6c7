import { refuseInvalid } from '../../domain/errors.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * Throws `validation_failed` if there are too many recipients. Whether a recipient is an address is checked later, when
 * a notification is created.
 */
export function checkRecipients(
  recipients: readonly string[],
  { limits }: Pick<Dependencies, 'limits'>,
): void {
  if (recipients.length <= limits.LIMIT_RECIPIENTS) return;
  const message = `has ${recipients.length} entries: at most ${limits.LIMIT_RECIPIENTS} are allowed`;
  refuseInvalid([{ path: 'contactNotifications', message }]);
}
