import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import { type Actor, unrestricted } from '../../../src/domain/records/owned.ts';
import type { Role } from '../../../src/domain/workspaces/roles.ts';
import {
  actions,
  Model,
  type Request,
  scopesOf,
  type TokenKind,
  tokenKinds,
  webhookUrl,
} from '../../support/faults/who-may.ts';
import { rules } from '../../support/owned-records.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

/** Sequences of requests. PROVISO_SEQUENCES=500 takes minutes on each store. */
const sequences = Number(process.env.PROVISO_SEQUENCES ?? 40);
/**
 * A new server with an empty store starts after this number of sequences. mongo-java-server uses unique indexes only:
 * other queries read the whole collection, so each sequence would take longer than the one before.
 */
const sequencesPerServer = 20;
/** Far more than a sequence takes, so that only a sequence that never ends fails. */
const longestSequenceMs = 10_000;
const people = 5;

/** The first members of each workspace, by the number of the person. */
const first: readonly (readonly (readonly [number, Role])[])[] = [
  [
    [0, 'admin'],
    [1, 'editor'],
    [2, 'reviewer'],
    [3, 'viewer'],
  ],
  [
    [1, 'admin'],
    [4, 'admin'],
    [2, 'editor'],
    [0, 'viewer'],
  ],
];

const requests = fc.array(
  fc.record<Request>({
    person: fc.nat(people - 1),
    workspace: fc.nat(first.length - 1),
    token: fc.constantFrom(...tokenKinds, 'full' as const, 'full' as const, 'write and run' as const),
    action: fc.constantFrom(...actions),
    target: fc.nat(60),
    own: fc.boolean(),
    transport: fc.constantFrom('rest' as const, 'trpc' as const),
  }),
  { minLength: 20, maxLength: 40 },
);

let server: TestServer;
let sequencesOfServer = 0;
const start = () => startTestServer({ LIMIT_WEBHOOK_TESTS_PER_HOUR: '1000000' });
beforeAll(async () => {
  server = await start();
});
afterAll(() => server.stop());

async function newServerIfUsed(): Promise<void> {
  if (sequencesOfServer === sequencesPerServer) {
    await server.stop();
    server = await start();
    sequencesOfServer = 0;
  }
  sequencesOfServer += 1;
}

/** The tokens of each person in each workspace. */
type Secrets = Map<string, string>;
const tokenOf = (person: number, workspace: number, kind: TokenKind) => `${person} ${workspace} ${kind}`;

async function newPeople(model: Model): Promise<void> {
  for (let at = 0; at < people; at += 1) {
    const id = newObjectId();
    const now = new Date().toISOString();
    const record = { id, email: `${id}@example.org`, name: '', emailVerified: false };
    await server.dependencies.store.auth.create('user', { ...record, createdAt: now, updatedAt: now });
    model.people.push(id);
  }
}

/** A workspace with its first members, a rule set, a project, and the tokens that each person has in it. */
async function newWorkspace(model: Model, at: number, secrets: Secrets): Promise<void> {
  const { services, dependencies } = server;
  const members = (first[at] ?? []).map(([person, role]) => ({ person, role }));
  const creator = unrestricted(model.people[members[0]?.person ?? 0] ?? '');
  const { _id: id } = await services.workspaces.create(creator, 'n');
  const since = new Date().toISOString();
  await dependencies.store.workspaces.update(id, (current) => ({
    ...current,
    members: members.map(({ person, role }) => ({ userId: model.people[person] ?? '', role, since })),
  }));
  const actorFor = (userId: string): Actor => ({ ...unrestricted(userId), workspaceId: id });
  const admin = actorFor(creator.userId);
  const { _id: ruleSet } = await services.politics.create(admin, { name: 'n', description: 'd', rules });
  const made = { name: 'n', description: 'd', politicsId: ruleSet };
  const { _id: project } = await services.projects.create(admin, made);
  model.workspaces.push({ id, members: new Map(members.map(({ person, role }) => [person, role])) });
  model.ruleSets.push({ id: ruleSet, workspace: at, exists: true });
  model.projects.push({ id: project, workspace: at, ruleSet, exists: true, deploying: false });
  model.first.push({ ruleSet, project });
  model.log.push([]);
  for (const [person, userId] of model.people.entries()) {
    for (const kind of tokenKinds) {
      const limit =
        kind === 'one rule set'
          ? ({ kind: 'politics', id: ruleSet } as const)
          : kind === 'one project'
            ? ({ kind: 'project', id: project } as const)
            : null;
      const asked = { name: kind, scopes: scopesOf(kind), limit };
      const { token, secret } = await services.tokens.create(actorFor(userId), asked);
      if (kind === 'revoked') await services.tokens.revoke(actorFor(userId), token._id);
      secrets.set(tokenOf(person, at, kind), secret);
    }
  }
}

type Call = { method: string; path: string; procedure: string; input: object };

/** The same call for both transports: `input` has the fields of the path too. */
function callOf(model: Model, request: Request): Call {
  const ruleSet = model.ruleSetAt(request)?.id ?? '';
  const project = model.projectAt(request)?.id ?? '';
  const workspace = model.workspaces[request.workspace]?.id ?? '';
  const { userId, role } = model.memberAt(request);
  const [findingId, runId] = ['0'.repeat(24), '0'.repeat(24)];
  const content = { name: 'n', description: 'd' };
  const url = webhookUrl;
  const calls: Record<Request['action'], Call> = {
    'list rule sets': {
      method: 'GET',
      path: '/politics',
      procedure: 'politics.list',
      input: { pageSize: 100 },
    },
    'list projects': {
      method: 'GET',
      path: '/projects',
      procedure: 'projects.list',
      input: { pageSize: 100 },
    },
    'get rule set': {
      method: 'GET',
      path: `/politics/${ruleSet}`,
      procedure: 'politics.get',
      input: { id: ruleSet },
    },
    'create rule set': {
      method: 'POST',
      path: '/politics',
      procedure: 'politics.create',
      input: { ...content, rules },
    },
    'change rule set': {
      ...{ method: 'PATCH', path: `/politics/${ruleSet}`, procedure: 'politics.update' },
      input: { id: ruleSet, name: 'changed' },
    },
    'delete rule set': {
      ...{ method: 'DELETE', path: `/politics/${ruleSet}`, procedure: 'politics.delete' },
      input: { id: ruleSet },
    },
    'create project': {
      ...{ method: 'POST', path: '/projects', procedure: 'projects.create' },
      input: { ...content, politicsId: ruleSet },
    },
    'get project': {
      method: 'GET',
      path: `/projects/${project}`,
      procedure: 'projects.get',
      input: { id: project },
    },
    'change project': {
      ...{ method: 'PUT', path: `/projects/${project}`, procedure: 'projects.update' },
      input: { id: project, name: 'changed' },
    },
    'start run': {
      ...{ method: 'PUT', path: `/projects/${project}`, procedure: 'projects.update' },
      input: { id: project, status: 'deploying' },
    },
    'cancel run': {
      ...{ method: 'POST', path: `/projects/${project}/cancel`, procedure: 'projects.cancel' },
      input: { id: project },
    },
    'delete project': {
      ...{ method: 'DELETE', path: `/projects/${project}`, procedure: 'projects.delete' },
      input: { id: project },
    },
    'webhook key': {
      method: 'GET',
      path: '/webhooks/key',
      procedure: 'notifications.webhookKey',
      input: { url },
    },
    'rotate webhook key': {
      ...{ method: 'POST', path: '/webhooks/key/rotate', procedure: 'notifications.rotateWebhookKey' },
      input: { url },
    },
    usage: { method: 'GET', path: '/usage', procedure: 'usage.get', input: {} },
    review: {
      ...{ method: 'PUT', path: `/projects/${project}/findings/${findingId}/review` },
      ...{ procedure: 'findings.review', input: { id: project, findingId, label: 'CONFIRMED', reason: 'r' } },
    },
    assign: {
      ...{ method: 'PUT', path: `/projects/${project}/findings/${findingId}/assignee` },
      ...{ procedure: 'findings.assign', input: { id: project, findingId, userId } },
    },
    'sign off': {
      ...{ method: 'PUT', path: `/projects/${project}/runs/${runId}/sign-off` },
      ...{ procedure: 'runs.signOff', input: { id: project, runId } },
    },
    'list members': {
      ...{ method: 'GET', path: `/workspaces/${workspace}/members`, procedure: 'workspaces.members' },
      input: { id: workspace },
    },
    'set role': {
      ...{ method: 'PUT', path: `/workspaces/${workspace}/members/${userId}` },
      ...{ procedure: 'workspaces.setRole', input: { id: workspace, userId, role } },
    },
    'remove member': {
      ...{ method: 'DELETE', path: `/workspaces/${workspace}/members/${userId}` },
      ...{ procedure: 'workspaces.removeMember', input: { id: workspace, userId } },
    },
    invite: {
      ...{ method: 'POST', path: `/workspaces/${workspace}/invitations`, procedure: 'workspaces.invite' },
      input: { id: workspace, email: `${userId}@example.org`, role },
    },
  };
  return calls[request.action];
}

const restAnswer = z.object({ code: z.string().optional(), data: z.unknown().optional() });
const trpcAnswer = z.object({
  result: z.object({ data: restAnswer }).optional(),
  error: z.object({ data: z.object({ problem: z.object({ code: z.string() }) }) }).optional(),
});
const withId = z.object({ _id: z.string() });
const memberList = z.array(z.object({ userId: z.string(), role: z.string() }));
const withLink = z.object({ link: z.string() });

/** Sends a call over REST or tRPC. Returns the status, the code of an error and the data. */
async function sent(
  { method, path, procedure, input }: Call,
  transport: Request['transport'],
  secret: string,
) {
  const headers = { 'api-token': secret };
  if (transport === 'trpc') {
    const isQuery = method === 'GET';
    const query = isQuery ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
    const options = { headers, ...(!isQuery && { body: input }) };
    const answer = await server.anonymous(isQuery ? 'GET' : 'POST', `/trpc/${procedure}${query}`, options);
    const { result, error } = trpcAnswer.parse(answer.body);
    return { status: answer.status, code: error?.data.problem.code, data: result?.data.data };
  }
  const inPath = ['id', ...(procedure === 'findings.assign' ? [] : ['userId']), 'findingId', 'runId'];
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)));
  const query =
    method === 'GET'
      ? `?${new URLSearchParams(Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]))}`
      : '';
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const answer = await server.anonymous(method, `/v1${path}${query}`, {
    headers,
    ...(hasBody && { body: rest }),
  });
  const { code, data } = restAnswer.parse(answer.body);
  return { status: answer.status, code, data };
}

async function expectAsTheModelSays(model: Model, request: Request, secret: string): Promise<void> {
  const expected = model.expected(request);
  const { status, code, data } = await sent(callOf(model, request), request.transport, secret);
  // The typed client gets 200 for a new record.
  const wanted = request.transport === 'trpc' && expected.status === 201 ? 200 : expected.status;
  expect({ status, code }, JSON.stringify(request)).toEqual({ status: wanted, code: expected.code });
  if (expected.code !== undefined) return;
  const idsOf = () =>
    z
      .array(withId)
      .parse(data)
      .map(({ _id }) => _id)
      .toSorted();
  if (request.action === 'list rule sets')
    expect(idsOf()).toEqual(
      model
        .ruleSetsFor(request)
        .map(({ id }) => id)
        .toSorted(),
    );
  if (request.action === 'list projects')
    expect(idsOf()).toEqual(
      model
        .projectsFor(request)
        .map(({ id }) => id)
        .toSorted(),
    );
  if (request.action === 'list members')
    expect(
      memberList
        .parse(data)
        .map(({ userId, role }) => `${userId} ${role}`)
        .toSorted(),
    ).toEqual(
      [...model.members(request)].map(([person, role]) => `${model.people[person]} ${role}`).toSorted(),
    );
  if (request.action === 'invite') {
    const [, link = ''] = withLink.parse(data).link.split('#');
    await server.members.accept(unrestricted(model.memberAt(request).userId), link);
  }
  model.done(request, withId.safeParse(data).data?._id ?? '');
}

/** The log of each workspace has exactly the changes that the model knows, and a changed entry shows. */
async function expectLogs(model: Model): Promise<void> {
  const { audit } = server.services;
  for (const [at, { id }] of model.workspaces.entries()) {
    const actor = { ...unrestricted(model.people[0] ?? ''), workspaceId: id };
    const entries = [];
    for (let after: string | null = ''; after !== null; ) {
      const page = await audit.list(actor, { pageSize: 100, ...(after && { after }) });
      entries.push(...page.entries);
      after = page.nextCursor;
    }
    const found = entries
      .toReversed()
      .map(({ action, record, origin }) => ({ action, id: record?.id ?? null, by: origin.userId }));
    expect(found).toEqual(model.log[at]);
    expect(entries.every(({ outcome }) => outcome === 'done')).toBe(true);
    expect(await audit.verify(actor)).toMatchObject({ problem: null, entries: found.length });
    const changed = entries[Math.floor(entries.length / 2)];
    if (changed === undefined) continue;
    const record = { ...changed, action: 'politics.get' };
    await server.dependencies.store.transfer.put([{ kind: 'audit_entry', record }]);
    const { problem } = await audit.verify(actor);
    expect(problem).toBe(`entry ${changed.sequence} was changed`);
  }
}

describe('five people in two workspaces, with every role and tokens of every kind', () => {
  it(
    `get exactly what a model of their rights says, in ${sequences} random sequences over REST and tRPC`,
    async () => {
      await fc.assert(
        fc.asyncProperty(requests, async (sequence) => {
          await newServerIfUsed();
          const model = new Model();
          const secrets: Secrets = new Map();
          await newPeople(model);
          for (const at of first.keys()) await newWorkspace(model, at, secrets);
          for (const request of sequence) {
            const { person, workspace, token } = request;
            const secret = secrets.get(tokenOf(person, workspace, token)) ?? '';
            await expectAsTheModelSays(model, request, secret);
          }
          await expectLogs(model);
        }),
        { numRuns: sequences, endOnFailure: true },
      );
    },
    sequences * longestSequenceMs,
  );
});
