import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { closeLoading } from '../../engine/index.ts';
import type { Rule } from '../../engine/model/rule.ts';
import { analyzeFiles } from '../../test/gate/engine/model/support/analyze-files.ts';
import { madeReport } from './documents.ts';
import { table } from './table.ts';

const delayMs = 500;
const concurrency = 8;
const pages = 300;
const ruleCount = 100;
const subjects = 'notice charges invoice payment liability audit security insurance breach consent'.split(
  ' ',
);

const startedSchema = z.object({ url: z.string() });
/** The number of calls, and when the first call arrived and the last was answered, in ms since the epoch. */
const servedSchema = z.object({ requests: z.int(), first: z.number(), last: z.number() });

/**
 * Measures the wall time of a run whose model takes a fixed time, compared with the total time of its calls divided by
 * the concurrency.
 */
export async function modelCalls(): Promise<string> {
  const server = fork(fileURLToPath(new URL('model-server-child.ts', import.meta.url)), [String(delayMs)]);
  try {
    const [hello] = await once(server, 'message');
    const { url } = startedSchema.parse(hello);
    const { path } = await madeReport(pages);
    const started = Date.now();
    const { findings } = await analyzeFiles({
      rules: Array.from({ length: ruleCount }, (_, index) => ruleOf(index)),
      inputs: [path],
      url,
      settings: { concurrency, timeoutMs: 60_000 },
    });
    const ended = Date.now();
    server.send('what arrived?');
    const [reported] = await once(server, 'message');
    const { requests, first, last } = servedSchema.parse(reported);
    const ideal = (requests / concurrency) * delayMs;
    const confirmed = findings.filter(({ label }) => label === 'CONFIRMED').length;
    const rows = [
      ['calls', String(requests)],
      ['CONFIRMED', `${confirmed} of ${findings.length}`],
      ['ideal', seconds(ideal)],
      [
        'first call to last answer',
        `${seconds(last - first)}, ${((last - first) / ideal).toFixed(2)} of the ideal`,
      ],
      [
        'first call to result',
        `${seconds(ended - first)}, ${((ended - first) / ideal).toFixed(2)} of the ideal`,
      ],
      ['reading and indexing before it', seconds(first - started)],
    ];
    return table(
      [`${ruleCount} rules, ${pages} pages, ${concurrency} at a time, ${delayMs} ms each`, ''],
      rows,
    );
  } finally {
    closeLoading();
    server.kill();
  }
}

function ruleOf(index: number): Rule {
  const subject = subjects[index % subjects.length] ?? '';
  return {
    name: `${subject} ${index}`,
    description: `The supplier shall give ${subject} within ${index} days.`,
  };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
