import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { z } from 'zod';
import { median } from './measured.ts';
import { ratio, table } from './table.ts';

const rounds = 5;
const secondsEach = 1;
const connections = 8;

const startedSchema = z.object({
  addresses: z.record(z.string(), z.string()),
  token: z.string(),
  id: z.string(),
});

/** Returns the processor time that the server process has used so far, in µs. */
type ProcessorTime = () => Promise<number>;

/**
 * Measures how many requests the server answers per second of processor time, for one rule set and for the list. Each
 * layer of the server is compared with a bare express route that has the same store and token check. The apps answer
 * alternately in one process. Processor time excludes other work on the machine.
 */
export async function requests(): Promise<string> {
  const program = fileURLToPath(new URL('requests.child.mjs', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  const used = async () => {
    child.stdin.write('\n');
    return Number(await nextLine());
  };
  try {
    const { addresses, token, id } = startedSchema.parse(JSON.parse(await nextLine()));
    const one = await measured(addresses, `/v1/politics/${id}`, token, used);
    const list = await measured(addresses, '/v1/politics', token, used);
    return table(
      ['', 'one politics', 'of bare', 'cost', 'list of 12', 'of bare', 'cost'],
      Object.keys(addresses).map((name, index, names) => [
        name,
        ...figures(one, name, names[index - 1]),
        ...figures(list, name, names[index - 1]),
      ]),
    );
  } finally {
    child.stdin.end();
    await once(child, 'exit');
  }
}

/** The processor time of one request in µs, for each app and round. */
type Costs = Map<string, number[]>;

async function measured(
  addresses: Record<string, string>,
  path: string,
  token: string,
  used: ProcessorTime,
): Promise<Costs> {
  const costs: Costs = new Map();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, address] of Object.entries(addresses)) {
      const cost = await costOf(`${address}${path}`, token, used);
      // The first round is a warm-up.
      if (round > 0) costs.set(name, [...(costs.get(name) ?? []), cost]);
    }
  }
  return costs;
}

async function costOf(url: string, token: string, used: ProcessorTime): Promise<number> {
  const before = await used();
  const load = { url, headers: { 'api-token': token }, connections, duration: secondsEach };
  const { requests: answered, non2xx, errors } = await autocannon(load);
  const after = await used();
  if (non2xx + errors > 0) {
    throw new Error(`${url} answered ${non2xx} times without success and failed ${errors} times`);
  }
  return (after - before) / answered.total;
}

/** Requests per second, their ratio to those of the bare route, and the additional cost of the layer per request. */
function figures(costs: Costs, name: string, before: string | undefined): string[] {
  const own = costs.get(name) ?? [];
  const bare = costs.get('bare') ?? [];
  const share = median(own.map((cost, round) => (bare[round] ?? Number.NaN) / cost));
  const added =
    before === undefined ? '' : `${(median(own) - median(costs.get(before) ?? [])).toFixed(0)} µs`;
  return [`${(1e6 / median(own)).toFixed(0)}/s`, ratio(share), added];
}
