import { createTransport } from 'nodemailer';
import { emailText } from './email-text.ts';
import type { Channel, Sent } from './port.ts';

export type EmailSettings = {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  url: string;
  /** The sender's address. */
  from: string;
};

/** How long a mail server may be silent, in ms. */
const silenceMs = 15_000;

/**
 * Sends notifications as emails over SMTP. Every attempt has the same Message-ID, so that mail programs recognize an
 * email that arrives twice.
 */
export function emailChannel({ url, from }: EmailSettings): Channel {
  const transport = transportTo(url, silenceMs);
  return {
    async send(message, recipient, signal) {
      signal.throwIfAborted();
      const { subject, text, html } = emailText(message);
      try {
        const { response } = await transport.sendMail({
          from,
          to: { name: '', address: recipient },
          subject,
          text,
          html,
          textEncoding: 'quoted-printable',
          messageId: `<${message.id}@proviso>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { outcome: 'delivered', detail: `The mail server accepted it: ${statusOf(response)}` };
      } catch (error) {
        return whyNot(error);
      }
    },
    close() {
      transport.close();
    },
  };
}

/** Connects to the mail server and signs in, but sends nothing. Throws if that fails. */
export async function tryMailServer(url: string, withinMs: number): Promise<void> {
  const transport = transportTo(url, withinMs);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function transportTo(url: string, mostSilenceMs: number) {
  return createTransport({
    url,
    connectionTimeout: mostSilenceMs,
    greetingTimeout: mostSilenceMs,
    socketTimeout: mostSilenceMs,
    dnsTimeout: mostSilenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The three-digit status of a reply. */
function statusOf(response: string): string {
  return /^\d{3}/.exec(response)?.[0] ?? 'without a status';
}

/**
 * Converts an error to the result of the attempt. Only a permanent rejection of the recipient (RFC 5321, 4.2.1: 5yz) is
 * final.
 */
function whyNot(error: unknown): Sent {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  const command = error instanceof Error && 'command' in error ? String(error.command) : '';
  if (code >= 500 && /^RCPT/.test(command)) {
    return { outcome: 'refused', detail: `The mail server rejected the recipient: ${code}` };
  }
  if (code > 0) return { outcome: 'retry', detail: `The mail server answered ${code}` };
  return { outcome: 'retry', detail: 'The mail server could not be reached' };
}
