import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { z } from 'zod';
import { median } from './measured.ts';
import { ratio, table } from './table.ts';

const layerLoad = { rounds: 5, amount: 3_000 };
/** More and shorter rounds, so that other work on the machine meets both sides alike. */
const ratioLoad = { rounds: 25, amount: 600 };
/** Rounds before the measurement, so that the code is compiled by then. */
const warmUpRounds = 3;
const connections = 8;

const startedSchema = z.object({
  addresses: z.record(z.string(), z.string()),
  token: z.string(),
  id: z.string(),
});
const bare = 'bare';
const inMemory = 'in memory';
const whole = 'all of Proviso';

/** A running server, and the processor time in µs that its process has used so far. */
type Started = z.infer<typeof startedSchema> & { used: () => Promise<number> };
/** A request to the apps. `whole` is its path at the whole service, if the path differs there. */
type Asked = { path: string; whole?: string; body?: object };
/** The processor time of one request in µs, for each app and round. */
type Costs = Map<string, number[]>;

/**
 * Measures how many requests the server answers per second of processor time, for one rule set and for the list. Each
 * layer of the server is compared with a bare express route that has the same store and token check. The apps answer
 * alternately in one process. Processor time excludes other work on the machine.
 */
export function requests(): Promise<string> {
  return withServer(async (server) => {
    const names = Object.keys(server.addresses).filter((name) => name !== inMemory);
    const one = await measured(server, { path: `/v1/politics/${server.id}` }, { names, ...layerLoad });
    const list = await measured(server, { path: '/v1/politics' }, { names, ...layerLoad });
    return table(
      ['', 'one politics', 'of bare', 'cost', 'list of 12', 'of bare', 'cost'],
      names.map((name, index) => [
        name,
        ...figures(one, name, names[index - 1]),
        ...figures(list, name, names[index - 1]),
      ]),
    );
  });
}

/**
 * Measures for several requests how many the whole service answers per second of processor time, as a share of those that
 * a bare express route answers: one that reads the token and the record from the same store, or one that has both in
 * memory.
 */
export function requestRatios(): Promise<{ name: string; ratio: number }[]> {
  return withServer(async (server) => {
    const path = `/v1/politics/${server.id}`;
    const input = encodeURIComponent(JSON.stringify({ id: server.id }));
    const asked: (Asked & { name: string; to?: string })[] = [
      { name: 'GET one politics, to a record in memory', path, to: inMemory },
      { name: 'GET one politics', path },
      { name: 'list of 12', path: '/v1/politics' },
      { name: 'search', path: '/v1/politics?search=politics%201' },
      { name: 'PATCH', path, body: { description: 'For measuring' } },
      { name: 'tRPC, one politics', path, whole: `/trpc/politics.get?input=${input}` },
    ];
    const ratios: { name: string; ratio: number }[] = [];
    for (const { name, to = bare, ...request } of asked) {
      const costs = await measured(server, request, { names: [to, whole], ...ratioLoad });
      ratios.push({ name, ratio: shareOf(to, costs, whole) });
    }
    return ratios;
  });
}

async function withServer<Value>(work: (server: Started) => Promise<Value>): Promise<Value> {
  const program = fileURLToPath(new URL('requests.child.mjs', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  const used = async () => {
    child.stdin.write('\n');
    return Number(await nextLine());
  };
  try {
    return await work({ ...startedSchema.parse(JSON.parse(await nextLine())), used });
  } finally {
    child.stdin.end();
    await once(child, 'exit');
  }
}

async function measured(
  { addresses, token, used }: Started,
  asked: Asked,
  { names, rounds, amount }: { names: readonly string[]; rounds: number; amount: number },
): Promise<Costs> {
  const costs: Costs = new Map();
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (const name of names) {
      const path = name === whole ? (asked.whole ?? asked.path) : asked.path;
      const cost = await costOf(`${addresses[name]}${path}`, { token, body: asked.body, amount }, used);
      if (round >= 0) costs.set(name, [...(costs.get(name) ?? []), cost]);
    }
  }
  return costs;
}

async function costOf(
  url: string,
  { token, body, amount }: { token: string; body: object | undefined; amount: number },
  used: Started['used'],
): Promise<number> {
  const before = await used();
  const { requests, non2xx, errors } = await autocannon({
    url,
    headers: { 'api-token': token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'PATCH', body: JSON.stringify(body) }),
    connections,
    amount,
  });
  const after = await used();
  if (non2xx + errors > 0) {
    throw new Error(`${url} answered ${non2xx} times without success and failed ${errors} times`);
  }
  return (after - before) / requests.total;
}

/** Requests per second, their ratio to those of the bare route, and the additional cost of the layer per request. */
function figures(costs: Costs, name: string, before: string | undefined): string[] {
  const own = median(costs.get(name) ?? []);
  const added = before === undefined ? '' : `${(own - median(costs.get(before) ?? [])).toFixed(0)} µs`;
  return [`${(1e6 / own).toFixed(0)}/s`, ratio(shareOf(bare, costs, name)), added];
}

/** The median over the rounds, each of which measured both apps within a short time. */
function shareOf(base: string, costs: Costs, name: string): number {
  const ofBase = costs.get(base) ?? [];
  return median((costs.get(name) ?? []).map((cost, round) => (ofBase[round] ?? Number.NaN) / cost));
}
