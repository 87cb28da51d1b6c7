import { createServer, request, type Server } from 'node:http';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { listening } from '../../../support/listening.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';
import { expectFoundAndMended, type PlantedFault } from './planted-fault.ts';

let service: TestServer;
let another: TestServer;
let proxy: Server;
let proxyUrl = '';
let unusedUrl = '';

beforeAll(async () => {
  service = await startTestServer();
  another = await startTestServer();
  proxy = startProxy();
  proxyUrl = await addressOf(proxy);
  const unused = createServer();
  unusedUrl = await addressOf(unused);
  unused.close();
});
afterAll(async () => {
  proxy.close();
  await Promise.all([service.stop(), another.stop()]);
});

async function addressOf(server: Server): Promise<string> {
  return `http://127.0.0.1:${await listening(server)}`;
}

/** A proxy that serves the service under `/proviso`, nothing under `/stopped`, a sign-in page for `/private`, and a website everywhere else. */
function startProxy(): Server {
  return createServer((asked, answer) => {
    const path = asked.url ?? '';
    if (path.startsWith('/stopped')) answer.writeHead(502).end('bad gateway');
    else if (path.startsWith('/private')) {
      const signIn = `${proxyUrl.replace('127.0.0.1', 'localhost')}/sign-in`;
      answer.writeHead(302, { location: signIn }).end();
    } else if (path.startsWith('/proviso/'))
      request(`${service.address}${path.slice('/proviso'.length)}`, (inner) => {
        answer.writeHead(inner.statusCode ?? 500, inner.headers);
        inner.pipe(answer);
      }).end();
    else answer.writeHead(200, { 'content-type': 'text/html' }).end('<h1>The website</h1>');
  });
}

const settings = (url: string) => ({ DATA_DIR: service.folder, PUBLIC_URL: url });
const mend = () => settings(`${proxyUrl}/proviso`);
const part = 'links';

const faults: PlantedFault[] = [
  {
    fault: 'it has no scheme',
    part,
    advice: /PUBLIC_URL is "proviso\.example\.org", which is not allowed: set it to an http\(s\) URL/,
    isRefused: true,
    plant: () => settings('proviso.example.org'),
    mend,
  },
  {
    fault: 'the proxy serves Proviso at another path',
    part,
    advice:
      /which is not Proviso\. Set PUBLIC_URL to the address of Proviso with the path at which the proxy serves it/,
    plant: () => settings(`${proxyUrl}/checks`),
    mend,
  },
  {
    fault: 'another installation answers there',
    part,
    advice: /a Proviso with other records answers there\. Set PUBLIC_URL to the address of this service/,
    plant: () => settings(another.address),
    mend,
  },
  {
    fault: 'nothing listens there',
    part,
    advice: /was not tested: .*ECONNREFUSED/,
    isNote: true,
    plant: () => settings(unusedUrl),
    mend,
  },
  {
    fault: 'the proxy does not reach the service',
    part,
    advice: /was not tested: the proxy there answers 502/,
    isNote: true,
    plant: () => settings(`${proxyUrl}/stopped`),
    mend,
  },
  {
    fault: 'the proxy requires a sign-in',
    part,
    advice: /was not tested: the proxy there redirects to localhost/,
    isNote: true,
    plant: () => settings(`${proxyUrl}/private`),
    mend,
  },
];

describe('PUBLIC_URL', () => {
  it.each(faults)('is mended by the advice of doctor: $fault', expectFoundAndMended);
});
