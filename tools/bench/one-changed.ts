import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { processorMsOf } from '../../test/support/measured-process.ts';
import { measure } from './measured.ts';
import { startService } from './start-time.ts';
import { table } from './table.ts';

/** BENCH_FILES sets how many. */
const fileCount = Number(process.env.BENCH_FILES ?? 10_000);
const unended = ['queued', 'running', 'retrying'];
const pollMs = 50;

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const preparedSchema = z.object({ token: z.string(), politicsId: z.string() });
const fileSchema = z.object({ name: z.string(), type: z.enum(['document']), url: z.string() });
const projectSchema = z.object({
  data: z.object({ _id: z.string(), workspaceId: z.string(), files: z.array(fileSchema) }),
});
const runsSchema = z.object({ data: z.array(z.object({ _id: z.string(), state: z.string() })) });

type Service = z.infer<typeof preparedSchema> & { address: string; folder: string; pid: number };
type Project = z.infer<typeof projectSchema>['data'];
type File = z.infer<typeof fileSchema> | { name: string; type: 'text'; content: string };
type Scope = 'together' | 'each';

/**
 * Checks a project of many small files, changes one of them and checks the project again. Compares the second run with
 * a run of the same files by a new service, which has nothing cached.
 */
export async function oneChanged(): Promise<string> {
  const rows: string[][] = [];
  for (const scope of ['each', 'together'] as const) {
    const { first, again } = await checkedTwice(fileCount, scope);
    const whole = await inService(fileCount, async (service) => {
      const files = changed(texts(fileCount));
      return checked(service, await create(service, scope, files));
    });
    const isEqual = again.content === whole.content;
    rows.push([
      `${fileCount.toLocaleString('en')} files, ${scope}`,
      seconds(first.ms),
      seconds(first.processorMs),
      seconds(again.ms),
      seconds(again.processorMs),
      isEqual ? 'yes' : 'NO',
    ]);
    process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
  }
  const header = ['two rules', 'first run', 'processor', 'one changed', 'processor', 'equal to a full run'];
  return table(header, rows);
}

/** Checks so many files, changes one of them, and checks them again. */
export function checkedTwice(count: number, scope: Scope): Promise<{ first: Checked; again: Checked }> {
  return inService(count, async (service) => {
    const project = await create(service, scope, texts(count));
    const first = await checked(service, project);
    return { first, again: await checked(service, project, changed(project.files)) };
  });
}

function changed(files: readonly File[]): File[] {
  const changedAt = Math.floor(files.length / 2);
  return files.map((file, at) => (at === changedAt ? text(at, 'changed') : file));
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

type Checked = { ms: number; processorMs: number; content: string };

async function inService<Result>(count: number, use: (service: Service) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'proviso-changed-'));
  const prepared = (await measure(process.execPath, [path('soak.child.mjs'), folder])).stdout;
  const limits = {
    LIMIT_FILES: String(count),
    LIMIT_BODY_BYTES: '50000000',
    LIMIT_PAGES: '1000000',
    LIMIT_REQUESTS_PER_MINUTE: '10000000',
  };
  const { child, address } = await startService({
    ...{ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' },
    ...limits,
  });
  try {
    return await use({ ...preparedSchema.parse(JSON.parse(prepared)), address, folder, pid: child.pid ?? 0 });
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function create(service: Service, scope: Scope, files: File[]): Promise<Project> {
  const { politicsId } = service;
  const project = { name: scope, description: 'For measuring', politicsId, scope, files };
  return projectSchema.parse(await ask(service, 'POST', '/projects', project)).data;
}

/** Starts a run of a project with these files, and measures the time until the run has ended. */
async function checked(service: Service, { _id, workspaceId }: Project, files?: File[]): Promise<Checked> {
  const started = performance.now();
  const before = processorMsOf(service.pid);
  await ask(service, 'PUT', `/projects/${_id}`, { status: 'deploying', ...(files && { files }) });
  for (;;) {
    const { data } = runsSchema.parse(await ask(service, 'GET', `/projects/${_id}/runs?pageSize=1`));
    const [run] = data;
    if (run?.state === 'completed') {
      const ms = performance.now() - started;
      const processorMs = processorMsOf(service.pid) - before;
      return { ms, processorMs, content: await contentOf(service, workspaceId, run._id) };
    }
    if (run?.state === undefined || !unended.includes(run.state)) throw new Error(`the run is ${run?.state}`);
    await wait(pollMs);
  }
}

/** The result of a run and all its findings as text, without ids, times and addresses. */
async function contentOf({ folder }: Service, workspaceId: string, runId: string): Promise<string> {
  const store = await openSqliteStore(folder);
  try {
    const run = await store.runs.get(workspaceId, runId);
    const findings = await store.findings.all(workspaceId, runId);
    return JSON.stringify({ result: run?.result, findings }, (key, value) =>
      ['id', 'runId', 'startedAt', 'endedAt', 'url', 'link'].includes(key) ? undefined : value,
    );
  } finally {
    await store.close();
  }
}

async function ask(
  { address, token }: Service,
  method: string,
  url: string,
  body?: object,
): Promise<unknown> {
  const headers = { 'api-token': token, 'content-type': 'application/json' };
  const sent = body && { body: JSON.stringify(body) };
  const answer = await fetch(`${address}/v1${url}`, { method, headers, ...sent });
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

function texts(count: number): File[] {
  return Array.from({ length: count }, (_, at) => text(at, 'first'));
}

/** A short agreement. Each has other numbers; every tenth says nothing about payment. */
function text(at: number, edition: 'first' | 'changed'): File {
  const days = edition === 'changed' ? 60 : 10 + (at % 50);
  const payment = at % 10 === 0 ? '' : `Invoices are paid within ${days} days of receipt.`;
  const content = `Agreement ${at}

The Supplier delivers ${at + 1} units in each quarter and keeps records for ${3 + (at % 7)} years. ${payment}

The Customer may inspect the premises after notice of ${5 + (at % 20)} days. Either party may end this agreement by
written notice of ${30 + (at % 60)} days. The laws of England govern this agreement.
`;
  return { name: `agreement-${String(at).padStart(6, '0')}.txt`, type: 'text', content };
}
