import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

export type Mail = { to: string[]; from: string; raw: string };

/**
 * A real mail server on loopback. `refuse` returns the status with which a recipient is refused, or null to accept the
 * recipient. If there is a `password`, only clients that send it can deliver messages.
 */
export async function startMailServer(
  refuse: (recipient: string) => number | null = () => null,
  password?: string,
) {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disabledCommands: password === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    onAuth(given, _session, callback) {
      if (given.password === password) callback(null, { user: given.username });
      else callback(new Error('no such user or password'));
    },
    onRcptTo({ address }, _session, callback) {
      const status = refuse(address);
      callback(status === null ? null : Object.assign(new Error('no'), { responseCode: status }));
    },
    onData(stream, session, callback) {
      let raw = '';
      stream.setEncoding('utf8').on('data', (text: string) => {
        raw += text;
      });
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({ raw, to: rcptTo.map(({ address }) => address), from: mailFrom ? mailFrom.address : '' });
        callback();
      });
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
