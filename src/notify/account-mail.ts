import { randomUUID } from 'node:crypto';
import { escaped, oneLine } from './email-text.ts';
import { type EmailSettings, mailTransport } from './mail-transport.ts';
import type { AccountMail, AccountMessage } from './port.ts';

/** Sends the links with which people set their password or join a workspace, as emails over SMTP. */
export function accountMail(settings: EmailSettings): AccountMail {
  const transport = mailTransport(settings);
  return {
    send: (message) => transport.send({ id: randomUUID(), to: message.to, ...accountText(message) }),
    close: () => transport.close(),
  };
}

const expiryFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

type Text = { subject: string; lead: string; action: string; rest: string[] };

function textOf(message: AccountMessage): Text {
  const { service, expiresAt } = message;
  const until = `The link works once, until ${expiryFormat.format(new Date(expiresAt))} UTC.`;
  switch (message.kind) {
    case 'invitation':
      return {
        subject: 'Your account for Proviso',
        lead: `An account for Proviso at ${service} was created for you. Set a password to sign in.`,
        action: 'Set a password',
        rest: [until, 'If you did not expect this email, ignore it.'],
      };
    case 'password_reset':
      return {
        subject: 'Set a new password for Proviso',
        lead: `Someone asked to reset the password of your account for Proviso at ${service}.`,
        action: 'Set a password',
        rest: [
          `${until} Setting a new password signs out every browser.`,
          'If you did not ask for it, ignore this email: your password stays as it is.',
        ],
      };
    case 'workspace_invitation':
      return {
        subject: 'An invitation to a workspace in Proviso',
        lead: `${message.inviter} invites you to the workspace ${message.workspace} in Proviso at ${service}.`,
        action: 'See the invitation',
        rest: [`${until} You need an account to accept it.`, 'If you did not expect this email, ignore it.'],
      };
  }
}

function accountText(message: AccountMessage) {
  const { subject, lead, action, rest } = textOf(message);
  const { link } = message;
  return {
    subject,
    text: `${[lead, link, ...rest].map(oneLine).join('\n\n')}\n`,
    html: [
      '<!doctype html><html><body style="font-family:sans-serif;max-width:42em">',
      `<p>${escaped(lead)}</p>`,
      `<p><a href="${escaped(link)}">${action}</a></p>`,
      ...rest.map((line) => `<p>${escaped(line)}</p>`),
      '</body></html>',
    ].join('\n'),
  };
}
