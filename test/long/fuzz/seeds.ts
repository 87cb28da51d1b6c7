import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { TestUser } from '../../support/server.ts';

/** The ids of one record of each kind, which belong together. */
export type Seed = {
  politicsId: string;
  projectId: string;
  runId: string;
  findingId: string;
  notificationId: string;
  workspaceId: string;
  userId: string;
};

const many = 12;
const text = 'Invoices shall be paid within 30 days of receipt.';
const wording = { name: 'Supplier contracts', description: 'What every contract must say.' };

const created = z.object({ data: z.object({ _id: z.string() }) });
const startedRun = z.object({ data: z.object({ status: z.string() }) });
const listed = z.object({ data: z.tuple([z.object({ _id: z.string() })]) });
const joined = z.object({ data: z.tuple([z.object({ userId: z.string() })]) });
const found = z.object({ data: z.tuple([z.object({ id: z.string() })]) });

/** Projects of the user that have results, because random requests would take long to create any. */
export function seedsOf(user: TestUser): Promise<Seed[]> {
  return Promise.all(Array.from({ length: many }, () => seedOf(user)));
}

async function seedOf({ request }: TestUser): Promise<Seed> {
  const read = async (path: string) => (await request('GET', `/v1${path}`)).body;
  const send = async (method: string, path: string, body: object) =>
    (await request(method, `/v1${path}`, { body })).body;
  const rules = [{ name: 'Payment term', description: text }];
  const politics = created.parse(await send('POST', '/politics', { ...wording, rules }));
  const files = [{ name: 'terms.txt', type: 'text', content: text }];
  const content = {
    ...wording,
    politicsId: politics.data._id,
    files,
    contactNotifications: ['the legal team'],
  };
  const project = created.parse(await send('POST', '/projects', content));
  const path = `/projects/${project.data._id}`;
  await send('PUT', path, { status: 'deploying' });
  while (startedRun.parse(await read(path)).data.status === 'deploying') await wait(100);
  const [finding] = found.parse(await read(`${path}/findings`)).data;
  const [run] = listed.parse(await read(`${path}/runs`)).data;
  const [message] = listed.parse(await read(`${path}/notifications`)).data;
  const [workspace] = listed.parse(await read('/workspaces')).data;
  const [member] = joined.parse(await read(`/workspaces/${workspace._id}/members`)).data;
  return {
    politicsId: politics.data._id,
    projectId: project.data._id,
    runId: run._id,
    findingId: finding.id,
    notificationId: message._id,
    workspaceId: workspace._id,
    userId: member.userId,
  };
}
