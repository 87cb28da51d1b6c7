import { afterAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../support/server.ts';
import { startSlowLinks } from '../../../support/slow-links.ts';
import { waitUntil } from '../../../support/wait.ts';

const content = 'The tenant shall pay the rent on the first day of a month.';
const text = { name: 'lease.txt', type: 'text', content };
const rules = [{ name: 'Rent', description: content }];

let names = 0;
const links = await startSlowLinks();
const server = await startTestServer({
  ...{ FETCH_ALLOW_HOSTS: links.host, FETCH_HOST_REQUESTS: '100', FETCH_HOST_SPACING_MS: '0' },
  LIMIT_REQUEST_LINK_SECONDS: '600',
});
afterAll(async () => {
  await server.stop();
  await links.close();
});

function slow() {
  names += 1;
  return { name: 'slow.txt', type: 'url', url: links.url(`slow-${names}.txt`) };
}

async function estimate(user: TestServer['owner'], file: object) {
  const content = { name: 'n', description: 'd' };
  const rulesOf = await server.services.politics.create(user.actor, { ...content, rules });
  const body = { ...content, politicsId: rulesOf._id, files: [file] };
  const made = await user.request('POST', '/v1/projects', { body });
  const { data } = made.body as { data: { _id: string } };
  return { path: `/v1/projects/${data._id}/estimate`, body: {} };
}

type Ask = (user: TestServer['owner'], file: object) => Promise<{ path: string; body: object }>;
const requests: [string, Ask][] = [
  [
    'verify',
    async (_, file) => ({
      path: '/v1/verify',
      body: { citations: [{ quote: 'the rent' }], sources: [file] },
    }),
  ],
  ['extract', async (_, file) => ({ path: '/v1/politics/extract', body: { files: [file] } })],
  ['estimate', estimate],
];

const posted = (path: string, body: unknown, signal: AbortSignal) =>
  fetch(`${server.address}${path}`, {
    method: 'POST',
    signal,
    headers: { 'api-token': server.owner.token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Sends the request of the owner for a file that never ends. The returned function closes its connection. */
async function hold(ask: Ask): Promise<() => Promise<void>> {
  const { path, body } = await ask(server.owner, slow());
  const before = links.arrived;
  const leaving = new AbortController();
  const answer = posted(path, body, leaving.signal).catch(() => null);
  await waitUntil(() => links.arrived > before);
  return async () => {
    leaving.abort();
    await answer;
  };
}

describe.each(requests)('%s of one user with a link that never ends', (_, ask) => {
  it('delays no request of another user, and ends when the client closes the connection', async () => {
    const leave = await hold(ask);
    const { path, body } = await ask(server.stranger, text);
    expect((await server.stranger.request('POST', path, { body })).status).toBe(200);
    const ended = links.ended;
    await leave();
    await waitUntil(() => links.ended > ended);
    // The turn of the user has ended too.
    const own = await ask(server.owner, text);
    expect((await server.owner.request('POST', own.path, { body: own.body })).status).toBe(200);
  });
});

it('a verification whose client closes the connection while it waits for its turn fetches no link', async () => {
  const [, [, verify] = []] = [null, requests[0]];
  if (!verify) throw new Error('there must be a request');
  const leave = await hold(verify);
  const { path, body } = await verify(server.owner, slow());
  const leaving = new AbortController();
  const before = links.arrived;
  const waiting = posted(path, body, leaving.signal).catch(() => 'left');
  leaving.abort();
  expect(await waiting).toBe('left');
  await leave();
  const own = await verify(server.owner, text);
  expect((await server.owner.request('POST', own.path, { body: own.body })).status).toBe(200);
  expect(links.arrived).toBe(before);
});

it('the links of a request share one deadline, after which they count as not read', async () => {
  const other = await server.beside({ LIMIT_REQUEST_LINK_SECONDS: '1' });
  try {
    const sources = [text, ...Array.from({ length: 30 }, slow)];
    const citations = [{ quote: 'the rent' }, { quote: 'not there' }];
    const answer = await other.request(server.owner, 'POST', '/v1/verify', { body: { citations, sources } });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { citations: [{ verdict: 'exact' }, { verdict: 'unreadable' }] } },
    });
    const { files } = (answer.body as { data: { files: { reason?: string }[] } }).data;
    expect(files.filter(({ reason }) => reason === 'timed_out')).toHaveLength(30);
  } finally {
    await other.stop();
  }
});
