import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { freshDatabase, type MongoPlace, mongoServers, whySkipped } from '../../../support/mongo/servers.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { expectFoundAndMended, type PlantedFault } from './planted-fault.ts';

const [mongo] = mongoServers();
if (mongo === undefined) process.stderr.write(`${whySkipped}\n`);

const folder = temporaryFolder('mongo-tls');
const certificate = join(folder, 'mongo.pem');
let place: MongoPlace;
let secure: Server;

beforeAll(async () => {
  if (mongo === undefined) return;
  place = freshDatabase(mongo);
  secure = await withTls(place.url);
});
afterAll(async () => {
  secure?.close();
  await place?.drop();
});

/** A server that accepts connections with TLS only, for a MongoDB server that offers none. */
async function withTls(url: string): Promise<Server> {
  const key = join(folder, 'mongo.key');
  const names = ['-subj', '/CN=mongo', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const self = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key];
  execFileSync('openssl', [...self, '-out', certificate, ...names], { stdio: 'ignore' });
  const { hostname: host, port } = new URL(url);
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (outer) => {
    const inner = connect(Number(port), host);
    outer.pipe(inner).pipe(outer);
    outer.on('error', () => inner.destroy());
    inner.on('error', () => outer.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function secureUrl(options: string): string {
  const address = secure.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen');
  const url = new URL(place.url);
  url.port = String(address.port);
  return `${url.href}${options}`;
}

const settings = (url: string) => ({ MONGODB_URL: url, MONGODB_TIMEOUT_SECONDS: '2' });
const trusted = () => `?tls=true&tlsCAFile=${encodeURIComponent(certificate)}`;

const faults: PlantedFault[] = [
  {
    fault: 'its certificate is not trusted',
    part: 'records',
    advice: /the certificate of the MongoDB at \S+ is not trusted: .*Add tlsCAFile=FILE to MONGODB_URL/,
    plant: () => settings(secureUrl('?tls=true')),
    mend: () => settings(secureUrl(trusted())),
  },
  {
    fault: 'TLS is wanted and not offered',
    part: 'records',
    advice: /offers no TLS\. Turn TLS on there, or remove tls=true/,
    plant: () => settings(`${place.url}?tls=true`),
    mend: () => settings(place.url),
  },
  {
    fault: 'TLS is required and not used',
    part: 'records',
    advice: /accepts connections with TLS only\. Add tls=true to MONGODB_URL/,
    plant: () => settings(secureUrl(`?tlsCAFile=${encodeURIComponent(certificate)}&tls=false`)),
    mend: () => settings(secureUrl(trusted())),
  },
];

describe('a connection to MongoDB', () => {
  it.skipIf(mongo === undefined).each(faults)(
    'is mended by the advice of doctor: $fault',
    expectFoundAndMended,
  );
});
