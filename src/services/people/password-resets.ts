import type { Accounts } from '../../auth/port.ts';
import { AppError } from '../../domain/errors.ts';
import type { RequestCounter } from '../../limits/port.ts';
import type { AccountMail } from '../../notify/port.ts';
import type { Log } from '../dependencies.ts';

/** What the services that send links for passwords need. `mail` is null if the service sends no mail. */
export type LinkDependencies = {
  accounts: Accounts;
  mail: AccountMail | null;
  /** The URL at which people reach the service. */
  publicUrl: string;
};

const hourMs = 60 * 60 * 1000;
/** How long the link of a reset is valid: long enough to open the mail, short because the link is a password. */
const resetMs = hourMs;
/** The maximum number of mails to one person within an hour, so that no one can flood a mailbox. */
const mailsPerHour = 3;

export type PasswordResets = ReturnType<typeof passwordResets>;

export function passwordResets({
  accounts,
  mail,
  publicUrl,
  counter,
  log,
}: LinkDependencies & { counter: RequestCounter; log: Log }) {
  const pending = new Set<Promise<void>>();

  async function send(email: string, through: AccountMail): Promise<void> {
    const user = await accounts.find(email);
    if (user === null || user.disabledAt !== null) return;
    const { used } = await counter.count(`password mail ${user._id}`, hourMs);
    if (used > mailsPerHour) return;
    const { secret, expiresAt } = await accounts.createPasswordLink(user._id, {
      kind: 'reset',
      validMs: resetMs,
    });
    const link = passwordLinkUrl(publicUrl, secret);
    const message = { kind: 'password_reset', to: user.email, service: publicUrl, link, expiresAt } as const;
    const { outcome, detail } = await through.send(message);
    if (outcome !== 'delivered') log.warn({ userId: user._id, detail }, 'a password mail was not sent');
  }

  return {
    /** Whether people can get a link by mail; otherwise the operator sets passwords. */
    byMail: mail !== null,

    /**
     * Sends a link to set a new password if an account has this email and is not disabled. Returns before the account is
     * looked up, so that neither the answer nor its time says whether there is one. Throws `mail_not_set_up`.
     */
    request(email: string) {
      if (mail === null) {
        throw new AppError(
          'mail_not_set_up',
          'this service sends no mail: ask its operator to set a new password with proviso user passwd',
        );
      }
      const sending = send(email, mail)
        .catch((error: unknown) => log.warn({ error }, 'a password mail was not sent'))
        .finally(() => pending.delete(sending));
      pending.add(sending);
    },

    /** Resolves when every mail is sent. */
    async close() {
      await Promise.all(pending);
    },
  };
}

/**
 * The URL of the page that sets a password. The secret is in the fragment, which browsers send to no server, so that it
 * is in no log.
 */
export function passwordLinkUrl(publicUrl: string, secret: string): string {
  return `${publicUrl}/set-password#${secret}`;
}
