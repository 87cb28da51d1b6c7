import { randomUUID } from 'node:crypto';
import { escaped, oneLine } from './email-text.ts';
import { type EmailSettings, mailTransport } from './mail-transport.ts';
import type { AccountMail, AccountMessage } from './port.ts';

/** Sends the links with which people set their password, as emails over SMTP. */
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

function accountText({ kind, service, link, expiresAt }: AccountMessage) {
  const until = `The link works once, until ${expiryFormat.format(new Date(expiresAt))} UTC.`;
  const [subject, ...lines] =
    kind === 'invitation'
      ? [
          'Your account for Proviso',
          `An account for Proviso at ${service} was created for you. Set a password to sign in.`,
          until,
          'If you did not expect this email, ignore it.',
        ]
      : [
          'Set a new password for Proviso',
          `Someone asked to reset the password of your account for Proviso at ${service}.`,
          `${until} Setting a new password signs out every browser.`,
          'If you did not ask for it, ignore this email: your password stays as it is.',
        ];
  const [lead = '', ...rest] = lines;
  return {
    subject: subject ?? '',
    text: `${[lead, link, ...rest].map(oneLine).join('\n\n')}\n`,
    html: [
      '<!doctype html><html><body style="font-family:sans-serif;max-width:42em">',
      `<p>${escaped(lead)}</p>`,
      `<p><a href="${escaped(link)}">Set a password</a></p>`,
      ...rest.map((line) => `<p>${escaped(line)}</p>`),
      '</body></html>',
    ].join('\n'),
  };
}
