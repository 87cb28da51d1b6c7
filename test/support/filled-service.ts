import { afterEach, beforeEach, expect } from 'vitest';
import { z } from 'zod';
import { entails, ruleAnswer, ruleRequestOf } from '../../tools/model-server/rule-request.ts';
import { type Ended, pdfOf, proviso, workFolder } from '../gate/cli/command.ts';
import type { ModelScript } from './model-server/model-server.ts';
import type { Served } from './served.ts';
import { type Answer, type RequestOptions, send } from './server.ts';
import { browserOf, dataOf, password } from './sessions.ts';
import { waitFor } from './wait.ts';

/** A person with an account and a token, on a service that was started by the command that users type. */
export type ServedPerson = { email: string; token: string };

/** Where a service stores its data: the folder in which commands run, and the settings that name the data. */
export type Place = { cwd: string; env: Record<string, string> };

/** The URL in links to files, which is the same wherever the service runs. */
export const publicUrl = 'http://proviso.invalid';

/** A text that the file of each person has, and a text that its knowledge file has. */
const sentence = 'The supplier answers within four hours.';
const policy = 'Suppliers answer within eight hours at most.';

const created = z.object({ data: z.object({ _id: z.string() }) });
const uploaded = z.object({ data: z.object({ url: z.string() }) });
const listed = z.object({ data: z.array(z.object({ _id: z.string() })) });
const found = z.object({ data: z.array(z.object({ id: z.string() })) });

/** A model that finds the sentence of `fill` in the file, and confirms what it is asked. */
export const modelOfFilled: ModelScript = {
  chat: (request) => {
    const asked = ruleRequestOf(request);
    if (asked.purpose === 'support') return entails;
    const quotes = [{ ...asked.quote(sentence), stance: 'supports' }];
    return { json: ruleAnswer({ quotes, answer: sentence, outcome: 'satisfied' }) };
  },
};

/** A folder for each test of a file, and the server that the test starts. After the test, both are gone. */
export function folderOfEachTest() {
  const own: { path: string; server: Served | null } = { path: '', server: null };
  let remove = () => {};
  beforeEach(() => {
    ({ path: own.path, remove } = workFolder({}));
  });
  afterEach(async () => {
    await own.server?.powerOff();
    own.server = null;
    remove();
  });
  return own;
}

/** Runs a command on the data of a place. Throws if it fails. */
export async function command(place: Place, args: string[], input = ''): Promise<Ended> {
  const ended = await proviso(args, { ...place, input });
  if (ended.code !== 0) throw new Error(`proviso ${args.join(' ')}: ${ended.stderr}`);
  return ended;
}

/** Creates an account with a password and a token, on the command line. The first account is the administrator's. */
export async function addPerson(place: Place, name: string): Promise<ServedPerson> {
  const email = `${name}@example.org`;
  await command(place, ['user', 'add', '--email', email, '--name', name], `${password}\n`);
  const made = await command(place, ['token', 'add', '--user', email, '--name', 'all']);
  return { email, token: made.stdout.trim() };
}

/**
 * Creates for a person one record of every kind that a store has: over the API, and with sessions as a browser has them.
 * `administrator` is the one who sets a budget for the person. The service needs `modelOfFilled`.
 */
export async function fill(
  place: Place,
  address: string,
  person: ServedPerson,
  administrator: ServedPerson,
): Promise<{ projectId: string }> {
  const ask = caller(address, person);
  const upload = async (raw: string | Uint8Array, name: string, type: string) => {
    const options = { raw, headers: { 'content-type': type } };
    return uploaded.parse((await ask('POST', `/v1/files?name=${name}`, options)).body).data.url;
  };
  const knowledge = await upload(await pdfOf([policy]), 'policy.pdf', 'application/pdf');
  const rules = [{ name: 'Answer', description: 'The supplier must answer within four hours.' }];
  const politics = {
    ...{ name: 'Suppliers', description: 'What we ask of suppliers', rules },
    knowledgeFiles: [{ name: 'policy.pdf', type: 'pdf', url: knowledge }],
    contactNotifications: ['the legal team'],
    outputFormat: { type: 'object', properties: { statement: { type: 'string' } } },
  };
  const headers = { 'idempotency-key': `the first rule set of ${person.email}` };
  const { _id: politicsId } = idIn(await ask('POST', '/v1/politics', { body: politics, headers }));
  const files = [
    { name: 'offer.txt', type: 'document', url: await upload(sentence, 'offer.txt', 'text/plain') },
    { name: 'letter', type: 'text', content: 'We thank you for your question.' },
  ];
  const project = { name: 'Offer', description: 'The offer of May', politicsId, files };
  const { _id: projectId } = idIn(await ask('POST', '/v1/projects', { body: project }));
  const path = `/v1/projects/${projectId}`;

  await runOf(ask, path);
  const [finding] = found.parse((await ask('GET', `${path}/findings`)).body).data;
  const review = { label: 'CONFIRMED', outcome: 'violated', reason: 'The clause is struck out.' };
  await ask('PUT', `${path}/findings/${finding?.id}/review`, { body: review });
  const more = { addRules: [{ name: 'Thanks', description: 'The supplier thanks for each question.' }] };
  await ask('PATCH', `/v1/politics/${politicsId}`, { body: more });
  await runOf(ask, path);
  const [run] = listed.parse((await ask('GET', `${path}/runs`)).body).data;
  await ask('PUT', `${path}/runs/${run?._id}/sign-off`, { body: { comment: 'Ready for Monday.' } });
  await ask('POST', '/v1/webhooks/key/rotate', { body: { url: hookOf(person) } });
  const limited = ['--scope', 'read', '--project', projectId, '--expires-days', '9'];
  await command(place, ['token', 'add', '--user', person.email, '--name', 'limited', ...limited]);

  const browser = await signedIn(address, person);
  const me = z
    .object({ user: z.object({ _id: z.string() }) })
    .parse(dataOf(await browser.read('account.me')));
  const [last] = found.parse((await ask('GET', `${path}/findings`)).body).data;
  await ask('PUT', `${path}/findings/${last?.id}/assignee`, { body: { userId: me.user._id } });
  // A person's own workspace is stored at its first change.
  await ask('PATCH', `/v1/workspaces/${me.user._id}`, { body: { name: 'Purchasing' } });
  const budget = { id: me.user._id, caps: { tokens: 5_000_000, cost: null } };
  const set = await (await signedIn(address, administrator)).call('people.setBudget', budget);
  expect(set.status, set.text).toBe(200);
  return { projectId };
}

/** Signs a person in with a browser of their own. */
export async function signedIn(address: string, { email }: ServedPerson) {
  const anonymous = (method: string, path: string, options?: RequestOptions) =>
    send(address, method, path, options);
  const browser = browserOf({ anonymous });
  const answer = await browser.call('account.signIn', { email, password });
  expect(answer.status, answer.text).toBe(200);
  return browser;
}

type Ask = (method: string, path: string, options?: RequestOptions) => Promise<Answer>;

/** Sends requests with the token of a person, and throws for an answer that is not a success. */
function caller(address: string, { token }: ServedPerson): Ask {
  return async (method, path, options = {}) => {
    const headers = { 'api-token': token, ...options.headers };
    const answer = await send(address, method, path, { ...options, headers });
    if (answer.status > 299) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
}

const idIn = (answer: Answer) => created.parse(answer.body).data;
const hookOf = ({ email }: ServedPerson) => `https://example.org/${email}`;

/** Runs a project, and waits until its notifications are settled too. */
async function runOf(ask: Ask, path: string): Promise<void> {
  await ask('PUT', path, { body: { status: 'deploying' } });
  const ended = await waitFor(
    async () => {
      const { body } = await ask('GET', path);
      expect(body).not.toMatchObject({ data: { status: 'deploying' } });
      return body;
    },
    { upTo: 200_000 },
  );
  expect(ended, JSON.stringify(ended)).toMatchObject({ data: { status: 'completed' } });
  const settled = z.object({ data: z.array(z.object({ state: z.literal('undeliverable') })).min(1) });
  await waitFor(async () => settled.parse((await ask('GET', `${path}/notifications`)).body), {
    upTo: 60_000,
  });
}

/**
 * Everything that a person can read over the API, by path: records, logs and the bytes of the uploads. Two services with
 * the same data return the same answers. What is created again for each answer, such as a report, is left out, and what is read
 * from the caches, which no backup contains.
 */
export async function readAll(address: string, person: ServedPerson): Promise<Record<string, unknown>> {
  const ask = caller(address, person);
  const answers: Record<string, unknown> = {};
  const read = async (path: string) => {
    const answer = await ask('GET', path);
    answers[path] = answer.body ?? answer.text;
    return answer.body;
  };
  for (const path of ['overview', 'usage', 'audit?pageSize=100', 'audit/verify', '.well-known/jwks.json'])
    await read(`/v1/${path}`);
  await read(`/v1/webhooks/key?url=${encodeURIComponent(hookOf(person))}`);
  for (const { _id } of listed.parse(await read('/v1/politics')).data) await read(`/v1/politics/${_id}`);
  for (const { _id } of listed.parse(await read('/v1/projects')).data) {
    const path = `/v1/projects/${_id}`;
    for (const part of ['', '/notifications']) await read(`${path}${part}`);
    const runs = listed.parse(await read(`${path}/runs`)).data;
    for (const run of runs) {
      for (const part of ['', '/sign-off']) await read(`${path}/runs/${run._id}${part}`);
      await read(`${path}/findings?runId=${run._id}`);
    }
    if (runs.length > 1) await read(`${path}/runs/${runs[0]?._id}/diff`);
  }
  const links = new Set(JSON.stringify(answers).match(/http:\/\/proviso\.invalid\/[\w/.-]+/g) ?? []);
  for (const link of [...links].toSorted())
    answers[link] = (await ask('GET', link.slice(publicUrl.length))).text;
  return answers;
}
