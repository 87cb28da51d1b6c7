import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Sent, type User, userOf } from '../../support/faults/attacks.ts';
import { wantsAll } from '../../support/faults/chance.ts';
import { proviso, running, type Served, serve } from '../../support/served.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitUntil } from '../../support/wait.ts';

/** The short form runs with `npm run test:long faults`, a form of ten minutes with PROVISO_FAULTS=all. */
const { lastsMs, requests, runs, kills } = wantsAll
  ? { lastsMs: 600_000, requests: 200, runs: 20, kills: 2 }
  : { lastsMs: 40_000, requests: 40, runs: 3, kills: 1 };

const folder = temporaryFolder('two-users');
let served: Served;
let tokens: { attacker: string; owner: string };
beforeAll(async () => {
  tokens = { attacker: newToken('attacker'), owner: newToken('owner') };
  // The server has its default limits.
  served = await serve(folder, { LIMIT_REQUESTS_PER_MINUTE: '600', LOG_LEVEL: 'warn' });
});
afterAll(() => served.powerOff());

function newToken(name: string): string {
  const email = `${name}@example.org`;
  proviso(folder, ['user', 'add', '--email', email], 'correct horse battery\n');
  return proviso(folder, ['token', 'add', '--user', email, '--name', 'test']).trim();
}

const created = z.object({ data: z.object({ _id: z.string() }) });
const viewed = z.object({ data: z.object({ status: z.string() }) });
const found = z.object({ data: z.array(z.object({ label: z.string(), statement: z.string() })) });

const sentByAttacker = z.object({
  requests: z.int().min(1),
  unanswered: z.array(z.string()),
  failed: z.array(z.string()),
  slowest: z.string(),
});

const rules = [{ name: 'Records', description: 'The Supplier shall keep records for seven years.' }];
const about = { name: 'Own', description: 'what a customer sends' };
const files = [{ name: 'contract', type: 'text', content: rules[0]?.description }];

async function make(user: User, path: string, body: object): Promise<string> {
  return created.parse(JSON.parse((await user.send('POST', path, body)).text)).data._id;
}

/** Creates a project, runs it and reads its findings. Returns the status of the project and the findings. */
async function runOnce(user: User, politicsId: string): Promise<unknown> {
  const path = `/v1/projects/${await make(user, '/v1/projects', { ...about, politicsId, files })}`;
  await user.send('PUT', path, { status: 'deploying' });
  for (;;) {
    const { status } = viewed.parse(JSON.parse((await user.send('GET', path)).text)).data;
    if (status !== 'deploying') {
      return [status, found.parse(JSON.parse((await user.send('GET', `${path}/findings`)).text)).data];
    }
    await wait(500);
  }
}

/** The processes of the service that work on runs. */
function workers(): number[] {
  return running(served.pid).filter((pid) => /run\/worker\.js/.test(commandOf(pid)));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

it(
  'a user who sends every attack makes no request or run of another user fail, and kills no worker',
  async () => {
    const sentByOwner: Sent[] = [];
    const owner = userOf(served.address, tokens.owner, (sent) => sentByOwner.push(sent));
    const politicsId = await make(owner, '/v1/politics', { ...about, rules });
    const undisturbed = await runOnce(owner, politicsId);
    expect(undisturbed).toMatchObject(['completed', [{}]]);
    sentByOwner.length = 0;
    await waitUntil(() => workers().length > 0);

    const attacker = fork(
      join(import.meta.dirname, 'attacking-process.ts'),
      [served.address, tokens.attacker],
      {
        execArgv: ['--import', 'tsx'],
      },
    );
    const attacked = once(attacker, 'message').then(([sent]) => sentByAttacker.parse(sent));
    const attacking = wait(lastsMs).then(() => attacker.send('over'));
    const killing = (async () => {
      for (let killed = 0; killed < kills; killed += 1) {
        await wait(lastsMs / (kills + 1));
        for (const pid of workers().slice(0, 1)) process.kill(pid, 'SIGKILL');
      }
    })();

    const asking = (async () => {
      for (let asked = 0; asked < requests; asked += 1) {
        await owner.send('GET', asked % 2 ? `/v1/politics/${politicsId}` : '/v1/projects');
        await wait(lastsMs / requests / 1.2);
      }
    })();
    const outcomes: unknown[] = [];
    const checking = (async () => {
      while (outcomes.length < runs) outcomes.push(await runOnce(owner, politicsId));
    })();

    const [{ requests: sent, unanswered, failed, slowest }] = await Promise.all([
      attacked,
      attacking,
      asking,
      checking,
      killing,
    ]);

    // Deaths are counted in the server's log, because a process that a worker starts briefly has the worker's command
    // line.
    const deaths = served.wording().match(/.*the worker process died.*/g) ?? [];
    const times = sentByOwner.map(({ ms }) => ms).sort((a, b) => a - b);
    const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
    const figures = `owner: ${times.length} requests, p50 ${Math.round(times[Math.floor(times.length / 2)] ?? 0)} ms, p95 ${Math.round(p95)} ms, slowest ${Math.round(times.at(-1) ?? 0)} ms; ${outcomes.length} runs; attacker: ${sent} requests, ${unanswered.length} unanswered, slowest ${slowest}; workers ${deaths.length} died, ${kills} killed`;
    process.stderr.write(`${figures}\n`);

    expect(sentByOwner.filter(({ status }) => status >= 300 || status === 0)).toEqual([]);
    expect(outcomes).toEqual(outcomes.map(() => undisturbed));
    expect(failed).toEqual([]);
    expect(unanswered).toEqual([]);
    expect(deaths.map((line) => /SIGKILL/.test(line))).toEqual(Array(kills).fill(true));
  },
  lastsMs * 3 + 120_000,
);
