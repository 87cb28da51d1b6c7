import { emailText } from './email-text.ts';
import { type EmailSettings, mailTransport } from './mail-transport.ts';
import type { Channel } from './port.ts';

/** Sends notifications as emails over SMTP. */
export function emailChannel(settings: EmailSettings): Channel {
  const transport = mailTransport(settings);
  return {
    async send(message, recipient, signal) {
      signal.throwIfAborted();
      return transport.send({ id: message.id, to: recipient, ...emailText(message) });
    },
    close: () => transport.close(),
  };
}
