import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ProjectEvent, projectEvent } from '../../../../src/api/events/schemas.ts';
import { createClient } from '../../../../src/client/index.ts';
import { startServer } from '../../../../src/compose/app.ts';
import { readConfig } from '../../../../src/config.ts';
import { endedRun, rules } from '../../../support/owned-records.ts';
import { startTestServer } from '../../../support/server.ts';
import { waitUntil } from '../../../support/wait.ts';

const server = await startTestServer();
afterAll(() => server.stop());

async function draft({ actor } = server.owner): Promise<string> {
  const { politics, projects } = server.services;
  const { _id: politicsId } = await politics.create(actor, { name: 'n', description: 'd', rules });
  const { _id } = await projects.create(actor, { name: 'n', description: 'd', politicsId });
  return _id;
}

type Reported = { id: string; event: ProjectEvent };

/** Opens a stream and collects its events. */
async function opened(
  path: string,
  headers: Record<string, string> = { 'api-token': server.owner.token },
  address = server.address,
) {
  const leave = new AbortController();
  const answer = await fetch(`${address}${path}`, { headers, signal: leave.signal });
  const reported: Reported[] = [];
  let text = '';
  const ended = (async () => {
    if (!answer.ok || answer.body === null) return;
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, id = '', data = ''] = /^id: (.*)\nevent: progress\ndata: (.*)$/.exec(block) ?? [];
        if (id !== '') reported.push({ id, event: projectEvent.strict().parse(JSON.parse(data)) });
      }
    }
  })().catch(() => undefined);
  return { answer, reported, ended, leave: () => leave.abort() };
}

const until = (check: () => boolean | Promise<boolean>) => waitUntil(check);

describe('the events of a project', () => {
  it('report the state and each change until the run has ended, with the same data as polling', async () => {
    const id = await draft();
    const { answer, reported, leave } = await opened(`/v1/projects/${id}/events`);
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    await until(() => reported.length === 1);
    expect(reported[0]?.event).toEqual({ status: 'draft', progress: null });
    await endedRun(server, server.owner.actor, id);
    await until(() => reported.at(-1)?.event.status === 'completed');
    const { body } = await server.owner.request('GET', `/v1/projects/${id}`);
    expect(z.object({ data: projectEvent }).parse(body).data).toEqual(reported.at(-1)?.event);
    expect(new Set(reported.map((one) => one.id)).size).toBe(reported.length);
    leave();
  });

  it('report the progress of a run that changes nothing else', async () => {
    const id = await draft();
    const { reported, leave } = await opened(`/v1/projects/${id}/events`);
    const { store } = server.dependencies;
    await server.services.projects.update(server.owner.actor, id, { status: 'deploying' });
    const run = await store.runs.claim({ lease: 'test', now: new Date() });
    if (run === null) throw new Error('a run must be due');
    await until(() => reported.at(-1)?.event.status === 'deploying');
    const progress = { ...run.progress, rules: { done: 1, total: 2 } };
    await store.runs.saveProgress({ runId: run._id, fence: run.lease.fence }, progress, new Date());
    await expect.poll(() => reported.at(-1)?.event.progress?.rules.done).toBe(1);
    leave();
    await server.services.projects.cancel(server.owner.actor, id);
  });

  it('continue after the last event that the client has received', async () => {
    const id = await draft();
    const first = await opened(`/v1/projects/${id}/events`);
    await until(() => first.reported.length === 1);
    first.leave();
    const headers = { 'api-token': server.owner.token, 'last-event-id': first.reported[0]?.id ?? '' };
    const second = await opened(`/v1/projects/${id}/events`, headers);
    await server.services.projects.update(server.owner.actor, id, { status: 'deploying' });
    await until(() => second.reported.length > 0);
    expect(second.reported[0]?.event.status).toBe('deploying');
    second.leave();
  });

  it('report first, after a reconnection, what has changed meanwhile', async () => {
    const id = await draft();
    const first = await opened(`/v1/projects/${id}/events`);
    await until(() => first.reported.length === 1);
    first.leave();
    await server.services.projects.update(server.owner.actor, id, { status: 'deploying' });
    const headers = { 'api-token': server.owner.token, 'last-event-id': first.reported[0]?.id ?? '' };
    const second = await opened(`/v1/projects/${id}/events`, headers);
    await until(() => second.reported.length > 0);
    expect(second.reported[0]?.event.status).toBe('deploying');
    second.leave();
  });

  // With another store, the second process would need the address of that store. The contract tests of the stores cover
  // that case.
  it.skipIf(process.env.TEST_STORE === 'mongodb')(
    'also report changes that another process makes',
    async () => {
      const id = await draft();
      const config = readConfig({ PORT: '0', DATA_DIR: server.folder, WORKERS: '0', LOG_LEVEL: 'silent' });
      const other = await startServer(config, pino({ level: 'silent' }), {});
      const address = `http://127.0.0.1:${other.port}`;
      const { reported, leave } = await opened(`/v1/projects/${id}/events`, undefined, address);
      await until(() => reported.length === 1);
      await server.owner.request('PUT', `/v1/projects/${id}`, { body: { status: 'deploying' } });
      await server.owner.request('POST', `/v1/projects/${id}/cancel`);
      await until(() => reported.at(-1)?.event.status === 'canceled');
      expect(reported[0]?.event).toEqual({ status: 'draft', progress: null });
      leave();
      await other.stop();
    },
  );

  it('cannot be read by other users, with or without a ticket', async () => {
    const [mine, other] = [await draft(), await draft()];
    const ticketOf = async (id: string) => {
      const { body } = await server.owner.request('POST', `/v1/projects/${id}/events/ticket`);
      return z.object({ data: z.object({ ticket: z.string(), url: z.string() }) }).parse(body).data;
    };
    const { ticket, url } = await ticketOf(mine);
    const status = async (path: string, headers = {}) => {
      const { answer, leave } = await opened(path, headers);
      leave();
      return answer.status;
    };
    expect(await status(url)).toBe(200);
    expect(await status(`/v1/projects/${mine}/events`)).toBe(401);
    expect(await status(`/v1/projects/${other}/events?ticket=${ticket}`)).toBe(401);
    expect(
      await status(
        `/v1/projects/${mine}/events?ticket=${ticket.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A'))}`,
      ),
    ).toBe(401);
    expect(await status(`/v1/projects/${mine}?ticket=${ticket}`)).toBe(401);
    expect(await status(`/v1/projects/${mine}/events`, { 'api-token': server.stranger.token })).toBe(404);
    const twice = await server.owner.request('GET', `/v1/projects/${mine}/events?ticket=a&ticket=b`);
    expect(twice.status).toBe(400);
    const expired = server.dependencies.tickets.make(server.owner.actor, mine, new Date(Date.now() - 1));
    expect(await status(`/v1/projects/${mine}/events?ticket=${expired}`)).toBe(401);
    const head = await server.owner.request('HEAD', `/v1/projects/${mine}/events`);
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('can be read by at most fifty streams per caller, even if more are requested at once', async () => {
    // This user has no other streams, so that the limit affects no other test.
    const id = await draft(server.admin);
    const open = () => opened(`/v1/projects/${id}/events`, { 'api-token': server.admin.token });
    const streams = await Promise.all(Array.from({ length: 60 }, open));
    const refused = streams.filter(({ answer }) => answer.status === 429);
    expect(refused).toHaveLength(10);
    expect(refused[0]?.answer.headers.get('retry-after')).toBe('10');
    for (const { leave } of streams) leave();
    await until(async () => {
      const again = await open();
      again.leave();
      return again.answer.status === 200;
    });
  });

  it('end when the project is deleted', async () => {
    const id = await draft();
    const { reported, ended } = await opened(`/v1/projects/${id}/events`);
    await until(() => reported.length === 1);
    await server.services.projects.remove(server.owner.actor, id);
    await ended;
    expect(reported.map(({ event }) => event.status)).toEqual(['draft']);
  });

  it('do not delay the stop of a server', async () => {
    const short = await startTestServer({ SHUTDOWN_SECONDS: '600' });
    const { _id: politicsId } = await short.services.politics.create(short.owner.actor, {
      name: 'n',
      description: 'd',
      rules,
    });
    const { _id } = await short.services.projects.create(short.owner.actor, {
      name: 'n',
      description: 'd',
      politicsId,
    });
    const answer = await fetch(`${short.address}/v1/projects/${_id}/events`, {
      headers: { 'api-token': short.owner.token },
    });
    await short.stop();
    expect(await answer.text()).toContain('"status":"draft"');
  });

  it('end when the token of the stream is revoked', async () => {
    const id = await draft();
    const { actor } = server.owner;
    const { token, secret } = await server.services.tokens.create(actor, { name: 'follows' });
    const { reported, ended } = await opened(`/v1/projects/${id}/events`, { 'api-token': secret });
    await until(() => reported.length === 1);
    await server.services.tokens.revoke(actor, token._id);
    await ended;
    expect(reported).toHaveLength(1);
  });
});

describe('the typed client', () => {
  it('follows a project to the end of its run despite broken connections, and reports no event twice', async () => {
    const id = await draft();
    await server.services.projects.update(server.owner.actor, id, { status: 'deploying' });
    let connections = 0;
    let cut = new AbortController();
    const client = createClient({
      url: server.address,
      token: server.owner.token,
      async fetch(address, init) {
        connections += 1;
        cut = new AbortController();
        const signals = [init?.signal, cut.signal].flatMap((signal) => signal ?? []);
        const answer = await fetch(address, { ...init, signal: AbortSignal.any(signals) });
        if (connections === 2) cut.abort();
        return answer;
      },
    });
    const reported: ProjectEvent[] = [];
    const following = (async () => {
      for await (const event of client.events.follow(id, { retryMs: 1 })) {
        reported.push(event);
        // The first connection breaks after an event, the second before any event.
        if (connections === 1) cut.abort();
      }
    })();
    await until(() => connections >= 3);
    await server.services.projects.cancel(server.owner.actor, id);
    await following;
    // A store without transactions can update the run a moment after the project. The client reports both as changes.
    expect(new Set(reported.map((event) => JSON.stringify(event))).size).toBe(reported.length);
    expect([...new Set(reported.map(({ status }) => status))]).toEqual(['deploying', 'canceled']);
    const missing = client.events.follow('f'.repeat(24)).next();
    await expect(missing).rejects.toMatchObject({ problem: { code: 'project_not_found' } });
  });
});
