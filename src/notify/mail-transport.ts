import { createTransport } from 'nodemailer';
import type { Sent } from './port.ts';

export type EmailSettings = {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  url: string;
  /** The sender's address. */
  from: string;
};

/** An email. Every attempt to send it has the same `id`, so that mail programs recognize one that arrives twice. */
export type Email = { id: string; to: string; subject: string; text: string; html: string };

/** How long a mail server may be silent, in ms. */
const silenceMs = 15_000;

/** Sends emails over SMTP. `send` throws nothing. */
export function mailTransport({ url, from }: EmailSettings) {
  const transport = transportTo(url, silenceMs);
  return {
    async send({ id, to, subject, text, html }: Email): Promise<Sent> {
      try {
        const { response } = await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          textEncoding: 'quoted-printable',
          messageId: `<${id}@proviso>`,
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
