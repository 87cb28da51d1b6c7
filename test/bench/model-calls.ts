import { closeLoading } from '../../engine/index.ts';
import type { Rule } from '../../engine/model/rule.ts';
import { analyzeFiles } from '../engine/model/support/analyze-files.ts';
import { startModelServer } from '../support/model-server/model-server.ts';
import { entails, ruleAnswer, ruleRequestOf } from '../support/model-server/rule-request.ts';
import { madeReport } from './documents.ts';
import { table } from './table.ts';

const delayMs = 500;
const concurrency = 8;
const pages = 300;
const ruleCount = 100;
const subjects = 'notice charges invoice payment liability audit security insurance breach consent'.split(
  ' ',
);

/** Wall time of a run whose model takes a fixed time, against all its calls divided by the calls at a time. */
export async function modelCalls(): Promise<string> {
  let first = 0;
  let last = 0;
  const server = await startModelServer({
    chat(request) {
      first ||= performance.now();
      last = performance.now() + delayMs;
      const seen = ruleRequestOf(request);
      const [passage] = seen.passages;
      const quote = passage?.sentences[0] ?? '';
      const answer = {
        quotes: [{ passage: passage?.id, quote, stance: 'supports' }],
        answer: quote,
        outcome: 'satisfied',
      };
      return { afterMs: delayMs, reply: seen.purpose === 'support' ? entails : { json: ruleAnswer(answer) } };
    },
  });
  try {
    const { path } = await madeReport(pages);
    const started = performance.now();
    const { findings } = await analyzeFiles({
      rules: Array.from({ length: ruleCount }, (_, index) => ruleOf(index)),
      inputs: [path],
      url: server.url,
      settings: { concurrency, timeoutMs: 60_000 },
    });
    const ended = performance.now();
    const ideal = (server.requests.length / concurrency) * delayMs;
    const confirmed = findings.filter(({ label }) => label === 'CONFIRMED').length;
    const rows = [
      ['calls', String(server.requests.length)],
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
    await server.close();
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
