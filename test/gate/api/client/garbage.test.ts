import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient, ProvisoConnectionError, ProvisoRequestError } from '../../../../src/client/index.ts';
import { listening } from '../../../support/listening.ts';

const id = '0'.repeat(24);
type Given = { status?: number; type: string; body: string };

const html = { type: 'text/html', body: '<!doctype html><title>Sign in to the network</title>' };

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A client of a server that sends this response to every request. */
async function clientOf({ status = 200, type, body }: Given) {
  const started = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  server = started;
  return createClient({ url: `http://127.0.0.1:${await listening(started)}`, token: 'pv_1' });
}

const json = 'application/json';
const events = 'text/event-stream';
const responses: (Given & { name: string })[] = [
  { name: 'a page', ...html },
  { name: 'a page with an error', status: 502, ...html },
  { name: 'the page of a missing file', status: 404, ...html },
  { name: 'nothing', status: 204, type: json, body: '' },
  { name: 'a number', type: json, body: '1' },
  { name: 'null', type: json, body: 'null' },
  { name: 'another object', type: json, body: '{"success":true}' },
  { name: 'another error', status: 400, type: json, body: '{"code":1,"requestId":[],"error":"no"}' },
  { name: 'cut off JSON', type: json, body: '{"result":{"data":' },
];

describe('a server that is not Proviso', () => {
  it.each(responses)('leads to a ProvisoConnectionError of each call if it sends $name', async (response) => {
    const proviso = await clientOf(response);
    const calls = [
      () => proviso.politics.list.query({}),
      () => proviso.politics.create.mutate({ name: 'n', description: 'd', rules: [] }),
      () => proviso.files.upload('text', 'a.txt'),
    ];
    for (const call of calls) await expect(call()).rejects.toBeInstanceOf(ProvisoConnectionError);
  });

  it.each([
    ...responses.filter(({ status = 200 }) => status < 500),
    { name: 'events that are not JSON', type: events, body: 'id: 1\ndata: {"status"\n\n' },
    { name: 'other events', type: events, body: 'id: 1\ndata: {"hello":1}\n\n' },
  ])('ends following and waiting with a ProvisoConnectionError if it sends $name', async (response) => {
    const { events } = await clientOf(response);
    await expect(events.follow(id).next()).rejects.toBeInstanceOf(ProvisoConnectionError);
    await expect(events.waitForEnd(id)).rejects.toBeInstanceOf(ProvisoConnectionError);
  });

  it('is distinguished from a service of a newer version, whose problem has a code that the client does not know', async () => {
    const problem = {
      ...{ type: '/docs#x', title: 'Full moon', status: 409, code: 'full_moon', requestId: 'r1', errors: [] },
      ...{ detail: 'Wait until tomorrow.', success: false, message: 'Wait until tomorrow.' },
    };
    const proviso = await clientOf({
      ...{ status: 409, type: 'application/problem+json', body: JSON.stringify(problem) },
    });
    await expect(proviso.politics.list.query({})).rejects.toBeInstanceOf(ProvisoRequestError);
    await expect(proviso.files.upload('text', 'a.txt')).rejects.toMatchObject({ code: 'full_moon' });
  });
});
