import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { connectionTo } from '../../store/mongo/database/connection.ts';
import { messageOf } from './diagnosis.ts';

const answerMs = 3_000;

type Handshake = {
  /** Whether the server accepted a connection without encryption. */
  connects: boolean;
  encrypts: boolean;
  /** Why the certificate is not trusted; null if it is. */
  distrust: string | null;
};

/**
 * Finds out whether TLS is the reason why no MongoDB of a connection string answers. Returns what is wrong and what to
 * do; null if the reason is another one.
 */
export async function tlsProblem(url: string): Promise<string | null> {
  const client = connectionTo({ url, poolSize: 1, timeoutMs: answerMs });
  const { hosts, tls: wanted, tlsCAFile, tlsAllowInvalidCertificates, tlsInsecure } = client.options;
  await client.close();
  for (const { host, port } of hosts) {
    if (host === undefined || port === undefined) continue;
    const { connects, encrypts, distrust } = await handshake(host, port, tlsCAFile);
    const place = `${host}:${port}`;
    if (!connects) continue;
    if (!wanted && encrypts)
      return `the MongoDB at ${place} accepts connections with TLS only. Add tls=true to MONGODB_URL.`;
    if (wanted && !encrypts)
      return `the server at ${place} offers no TLS. Turn TLS on there, or remove tls=true and ssl=true from MONGODB_URL.`;
    if (wanted && distrust !== null && !tlsAllowInvalidCertificates && !tlsInsecure)
      return `the certificate of the MongoDB at ${place} is not trusted: ${distrust}. Add tlsCAFile=FILE to MONGODB_URL, where FILE has the certificate of the authority that signed it, and use a host name that the certificate contains.`;
  }
  return null;
}

function handshake(host: string, port: number, caFile: string | undefined): Promise<Handshake> {
  return new Promise((resolve) => {
    const found: Handshake = { connects: false, encrypts: false, distrust: null };
    const socket = connect({
      host,
      port,
      // The certificate is read even if it is not trusted.
      rejectUnauthorized: false,
      ...(isIP(host) === 0 && { servername: host }),
      ...(caFile !== undefined && { ca: readFileSync(caFile) }),
    });
    socket.setTimeout(answerMs, () => socket.destroy());
    socket.once('connect', () => {
      found.connects = true;
    });
    socket.once('secureConnect', () => {
      found.encrypts = true;
      found.distrust = socket.authorized ? null : messageOf(socket.authorizationError);
      socket.destroy();
    });
    // A failed handshake is followed by "close", which reports it.
    socket.on('error', () => {});
    socket.once('close', () => resolve(found));
  });
}
