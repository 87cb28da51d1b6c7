import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { makeZip } from '../../gate/engine/load/support/make-zip.ts';
import { attackSchemas, chain } from '../../gate/engine/shape/support/attack-schemas.ts';
import { lastSentence, longTexts } from '../long-texts.ts';

/** A response to a user. `status` is 0 if no response came within `answeredWithinMs`; `text` is empty for a stream. */
export type Sent = { what: string; status: number; text: string; ms: number };

/** Sends requests of one user to the service. */
export type User = {
  send(
    method: string,
    path: string,
    body?: string | Uint8Array | object,
    headers?: Record<string, string>,
  ): Promise<Sent>;
};

/** A request that was not answered within this time, in ms, hangs. */
const answeredWithinMs = 120_000;

/** `onAnswer` is called with every response. After `over` is aborted, `send` throws instead of sending. */
export function userOf(
  address: string,
  token: string,
  onAnswer: (sent: Sent) => void,
  over?: AbortSignal,
): User {
  return {
    async send(method, path, body, headers = {}) {
      over?.throwIfAborted();
      const isRaw = typeof body === 'string' || body instanceof Uint8Array;
      const content = isRaw ? Buffer.from(body) : body && JSON.stringify(body);
      const all = new Headers(headers);
      all.set('api-token', token);
      if (content && !isRaw) all.set('content-type', 'application/json');
      const sent: Sent = { what: `${method} ${path.slice(0, 80)}`, status: 0, text: '', ms: 0 };
      const began = performance.now();
      const patience = new AbortController();
      const tooLate = wait(answeredWithinMs, 'too late', { signal: patience.signal });
      const answered = async () => {
        const answer = await fetch(`${address}${path}`, {
          method,
          headers: all,
          signal: patience.signal,
          ...(content && { body: content }),
        });
        const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
        const text = isStream ? await wait(1_000, '') : await answer.text();
        sent.status = answer.status;
        sent.text = text;
      };
      // A request whose connection was closed early can wait for ever, even if its signal is aborted.
      await Promise.race([answered(), tooLate]).catch(() => undefined);
      patience.abort();
      sent.ms = performance.now() - began;
      onAnswer(sent);
      return sent;
    },
  };
}

const created = z.object({ data: z.object({ _id: z.string() }) });
const uploaded = z.object({ data: z.object({ url: z.string() }) });
const viewed = z.object({ data: z.object({ status: z.string() }) });

/** The id of the record that a request created, or null if the request was refused. */
function idIn({ text, status }: Sent): string | null {
  return status === 201 ? created.parse(JSON.parse(text)).data._id : null;
}

type Material = { rules: number; outputFormat?: object; files: object[] };

/**
 * Creates a rule set and a project from the material, and starts a run. Returns the id of the project, or null if it
 * was refused.
 */
async function runWith(user: User, { rules, outputFormat, files }: Material): Promise<string | null> {
  const about = { name: 'Attack', description: 'what no customer sends' };
  const politicsId = idIn(
    await user.send('POST', '/v1/politics', {
      ...about,
      rules: Array.from({ length: rules }, (_, at) => ({ name: `R${at}`, description: lastSentence })),
      ...(outputFormat && { outputFormat }),
    }),
  );
  const project =
    politicsId && idIn(await user.send('POST', '/v1/projects', { ...about, politicsId, files }));
  if (!project) return null;
  await user.send('PUT', `/v1/projects/${project}`, { status: 'deploying' });
  return project;
}

async function upload(user: User, name: string, bytes: string | Uint8Array): Promise<object[]> {
  const sent = await user.send('POST', `/v1/files?name=${name}`, bytes);
  if (sent.status !== 201) return [];
  return [{ name, type: 'document', url: uploaded.parse(JSON.parse(sent.text)).data.url }];
}

/** Repeatedly reads everything about a project until its run has ended, for at most a minute. */
async function watch(user: User, project: string | null): Promise<void> {
  for (let looks = 0; project !== null && looks < 60; looks += 1) {
    const { status, text } = await user.send('GET', `/v1/projects/${project}`);
    await user.send('GET', `/v1/projects/${project}/findings?pageSize=100`);
    await user.send('GET', `/v1/projects/${project}/report`);
    if (status === 200 && viewed.parse(JSON.parse(text)).data.status !== 'deploying') return;
    await wait(1_000);
  }
}

const part = (headers: string) => `--x\r\n${headers}\r\n\r\nhello\r\n`;
const named = (name: string) => part(`Content-Disposition: form-data; name="file"; filename="${name}"`);

/** Forms that are damaged, too long, or sent to a path that accepts no forms. */
const forms = [
  `--x\r\n${'X-H: y\r\n'.repeat(100_000)}\r\n`,
  `${part('X-H: y\r\n'.repeat(3_000))}--x--`,
  `${named('a'.repeat(20_000))}--x--\r\n`,
  `${named('a'.repeat(900_000))}--x--`,
  `${named('a\u007fb.txt')}--x--`,
  named('a.txt').slice(0, -3),
  `${named('a.txt')}${part('X-H: y\r\n'.repeat(3_000))}--x--`,
  `${named('a.txt')}${part('Content-Disposition: form-data; name="__proto__"')}--x--`,
  `--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'y'.repeat(20_000_000)}`,
  '',
  '--x--',
];

function overlappingZip(): Uint8Array {
  const content = 'The Supplier shall keep records. '.repeat(10_000);
  return makeZip(Array.from({ length: 250 }, (_, at) => ({ name: `${at}.txt`, content, shared: at > 0 })));
}

const batch = Array.from({ length: 20 }, () => 'politics.list').join(',');
const everyInput = encodeURIComponent(
  JSON.stringify(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at, { pageSize: 100 }]))),
);

/**
 * Everything that a hostile account can send, once each. The attacking process repeats all attacks until the end of the
 * test.
 */
export const attacks: Readonly<Record<string, (user: User) => Promise<unknown>>> = {
  async 'output formats that explode'(user) {
    for (const outputFormat of Object.values(attackSchemas)) {
      await runWith(user, { rules: 1, outputFormat, files: [] });
    }
    const accepted = chain(7, 40, (allOf) => ({ type: 'object', properties: { a: { allOf } } }));
    const files = [{ name: 'a', type: 'text', content: lastSentence }];
    await watch(user, await runWith(user, { rules: 1, outputFormat: accepted, files }));
  },
  async 'one sentence of 7.5 MB under a hundred rules'(user) {
    const files = await upload(user, 'q.txt', `${'('.repeat(7_500_000)}${lastSentence}`);
    await watch(user, await runWith(user, { rules: 100, files }));
  },
  async 'an archive whose files share their bytes'(user) {
    await watch(
      user,
      await runWith(user, { rules: 3, files: await upload(user, 'o.zip', overlappingZip()) }),
    );
  },
  async 'long texts of every shape'(user) {
    for (const make of Object.values(longTexts)) {
      const content = `${make(4_000_000)} ${lastSentence}`;
      const files = [{ name: 'long', type: 'text', content: content.slice(0, 4_500_000) }];
      await watch(user, await runWith(user, { rules: 3, files }));
    }
  },
  async 'forms that are damaged'(user) {
    for (const form of forms) {
      await user.send('POST', '/v1/files', Buffer.from(form, 'latin1'), {
        'content-type': 'multipart/form-data; boundary=x',
      });
    }
  },
  async 'sign-ins by other spellings of the path'(user) {
    const body = { email: 'owner@example.org', password: 'not the password' };
    for (const path of ['/trpc/account.signIn', '/trpc/account%2EsignIn', '/trpc//account.signIn']) {
      await user.send('POST', path, body);
    }
    await wait(200);
  },
  async 'event streams, sixty at a time'(user) {
    const files = [{ name: 'a', type: 'text', content: lastSentence }];
    const project = await runWith(user, { rules: 1, files });
    if (project === null) return wait(1_000);
    const streams = Array.from({ length: 60 }, () => user.send('GET', `/v1/projects/${project}/events`));
    return Promise.all(streams);
  },
  async 'files to fill the disk'(user) {
    await user.send('POST', '/v1/files?name=fill.txt', 'x'.repeat(20_000_000));
  },
  async 'a record that grows with every change'(user) {
    const rule = { name: 'n'.repeat(200), description: 'd'.repeat(5_000) };
    const id = idIn(await user.send('POST', '/v1/politics', { name: 'n', description: 'd', rules: [rule] }));
    for (let times = 0; id !== null && times < 20; times += 1) {
      await user.send('PATCH', `/v1/politics/${id}`, { addRules: Array.from({ length: 20 }, () => rule) });
      await user.send('PATCH', `/v1/politics/${id}`, { contactNotifications: ['c'.repeat(900_000)] });
    }
    await user.send('GET', '/v1/politics?pageSize=100');
  },
  async 'batches of long lists'(user) {
    await user.send('GET', `/trpc/${batch}?batch=1&input=${everyInput}`);
  },
  async 'bodies that no parser likes'(user) {
    const json = { 'content-type': 'application/json' };
    for (const body of [
      '['.repeat(500_000),
      '{"a":'.repeat(100_000),
      `"${'\\ud800'.repeat(100_000)}"`,
      'null',
    ]) {
      await user.send('POST', '/v1/politics', body, json);
    }
    await user.send('GET', `/v1/politics?search=${'%'.repeat(2_000)}&page=0x10`);
  },
  async 'as many requests as a loop can send'(user) {
    await Promise.all(
      Array.from({ length: 20 }, () => user.send('GET', '/v1/projects?pageSize=100&search=a')),
    );
  },
};
