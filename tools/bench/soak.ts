import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { z } from 'zod';
import { measure } from './measured.ts';
import { startService } from './start-time.ts';
import { megabytes, table } from './table.ts';

/** BENCH_REQUESTS and BENCH_RUNS set how many. */
const requests = Number(process.env.BENCH_REQUESTS ?? 100_000);
const runs = Number(process.env.BENCH_RUNS ?? 2_000);
const stages = 10;
const connections = 8;
/** Memory after the first stage may grow by this share until the end. */
const growth = 0.1;
const settleMs = 3_000;

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const preparedSchema = z.object({ token: z.string(), politicsId: z.string() });
const projectSchema = z.object({ data: z.object({ _id: z.string(), status: z.string() }) });
type Service = z.infer<typeof preparedSchema> & { address: string };
/**
 * The own memory of a process in bytes, and the number of its open files. Pages of program files and of the database do
 * not count, because the system takes them back and reads them again as it likes.
 */
type Used = { bytes: number; files: number };

/**
 * Sends many requests to one server and checks many projects with it. After each tenth, notes the own memory and the
 * open files of each process. Throws if a process grows by more than a tenth after the first stage, or if the server leaves a
 * process behind. Needs /proc.
 */
export async function soak(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'proviso-soak-'));
  const prepared = (await measure(process.execPath, [path('soak.child.mjs'), folder])).stdout;
  const { child, address } = await startService({
    ...{ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' },
    ...{ LIMIT_REQUESTS_PER_MINUTE: '10000000', LIMIT_PROJECTS: '100000' },
  });
  const service = { ...preparedSchema.parse(JSON.parse(prepared)), address };
  const pid = child.pid ?? 0;
  const rows: string[][] = [];
  const seen: Used[][] = [];
  const left: number[] = [];
  try {
    for (let stage = 1; stage <= stages; stage += 1) {
      await send(service, Math.ceil(requests / stages));
      for (let run = 0; run < runs / stages; run += 1) await checkOne(service, `${stage}/${run}`);
      await wait(settleMs);
      const used = [pid, ...childrenOf(pid)].map(usedBy);
      seen.push(used);
      rows.push([String(stage), ...used.flatMap(({ bytes, files }) => [megabytes(bytes), String(files)])]);
      process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
    }
  } finally {
    const processes = childrenOf(pid);
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
    left.push(...processes.filter((one) => usedBy(one).bytes > 0));
  }
  if (left.length > 0) throw new Error(`processes were left behind: ${left.join(', ')}`);
  const [first = []] = seen;
  const last = seen.at(-1) ?? [];
  const grown = ['server', 'worker'].filter(
    (_, at) => (last[at]?.bytes ?? 0) > (first[at]?.bytes ?? 0) * (1 + growth),
  );
  const verdict =
    grown.length === 0 ? 'flat within a tenth' : `GREW by more than a tenth: ${grown.join(', ')}`;
  const header = ['tenth', 'server', 'files', 'worker', 'files'];
  return `${table(header, rows)}\n  ${verdict}`;
}

async function send({ address, token, politicsId }: Service, amount: number): Promise<void> {
  const load = { headers: { 'api-token': token }, connections, amount };
  const { non2xx, errors } = await autocannon({ url: `${address}/v1/politics/${politicsId}`, ...load });
  if (non2xx + errors > 0) throw new Error(`${non2xx} requests had no success and ${errors} failed`);
}

/** Creates a project with a short text, checks it and deletes it. */
async function checkOne({ address, token, politicsId }: Service, name: string): Promise<void> {
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { 'api-token': token, 'content-type': 'application/json' };
    const answer = await fetch(`${address}/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const files = [
    { name: 'terms.txt', type: 'text', content: `Invoices ${name} are paid within 30 days of receipt.` },
  ];
  const made = projectSchema.parse(
    await ask('POST', '/projects', { name, description: 'soak', politicsId, files }),
  );
  const path = `/projects/${made.data._id}`;
  await ask('PUT', path, { status: 'deploying' });
  for (;;) {
    const { status } = projectSchema.parse(await ask('GET', path)).data;
    if (status === 'completed') break;
    if (status !== 'deploying') throw new Error(`project ${name} is ${status}`);
    await wait(20);
  }
  await ask('DELETE', path);
}

function childrenOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  const lists = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'));
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

/** Zeros if the process has ended. */
function usedBy(pid: number): Used {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const bytes = Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
    return { bytes, files: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    return { bytes: 0, files: 0 };
  }
}
