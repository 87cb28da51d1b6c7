import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  createWordsChecker,
  estimateRun,
  localJob,
  localPorts,
  noSourceCache,
} from '../../../../engine/index.ts';
import type { Rule } from '../../../../engine/model/rule.ts';
import { entails, ruleAnswer, ruleRequestOf } from '../../../../tools/model-server/rule-request.ts';
import { folderWith } from '../../../support/job.ts';
import {
  type ModelScript,
  type ModelServer,
  startModelServer,
} from '../../../support/model-server/model-server.ts';
import { analyzeFiles, estimateFiles } from './support/analyze-files.ts';

const answer = 'The customer may end the agreement with a notice of 30 days in writing.';
const lines = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, at) => `Section ${from + at}. Gate ${from + at} has badges and keys.`,
  );
const notice = {
  name: 'Notice',
  description: 'The customer can end the agreement with a notice of 30 days.',
};
const rules = [notice];
const prices = { input: 2, output: 8 };
/** With these limits the file does not fit into a call, so the model reads it part by part. */
const small = { readTokens: 1_300, passageTokens: 1_100, passageShare: 0 };

const folder = await folderWith({ 'lease.txt': [...lines(1, 100), answer, ...lines(100, 200)].join('\n\n') });
const inputs = [join(folder.path, 'lease.txt')];
afterAll(() => folder.dispose());

let server: ModelServer | undefined;
afterEach(() => server?.close());

/** A model that finds the answer in the call with this number, from 1, if not before. */
const findsAt =
  (call: number): NonNullable<ModelScript['chat']> =>
  (request) => {
    const seen = ruleRequestOf(request);
    if (seen.purpose === 'support') return entails;
    if (request.number < call) return { json: ruleAnswer({}) };
    const sentence = seen.passages[0]?.sentences.at(-1) ?? '';
    const quotes = [{ ...seen.quote(sentence), stance: 'supports' }];
    return { json: ruleAnswer({ quotes, answer: sentence, outcome: 'satisfied' }) };
  };

it('an estimate lets a server answer other requests between the rules', async () => {
  let turns = 0;
  let counting: NodeJS.Immediate | undefined;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  const at: number[] = [];
  const none = { calls: 0, inputTokens: 0, outputTokens: 0 };
  const checker = {
    ...createWordsChecker(),
    effort() {
      at.push(turns);
      return { least: none, most: none };
    },
  };
  count();
  const many = Array.from({ length: 5 }, (_, rule) => ({ ...notice, name: `${rule}` }));
  await estimateRun(localJob({ rules: many, inputs }), localPorts({ sourceCache: noSourceCache, checker }));
  clearImmediate(counting);
  expect(at).toHaveLength(5);
  expect(new Set(at).size).toBe(5);
});

describe('the estimated usage of a check by a model', () => {
  it.each([
    ['least', 'its first call'],
    ['most', 'the last part of the files'],
  ] as const)('is at %s the usage of a check whose answer the model finds in %s', async (bound, _where) => {
    const setup = { rules, inputs, settings: { ...small, prices } };
    const estimate = (await estimateFiles({ ...setup, url: 'http://model.invalid' }))[bound];
    // The last call is the support check.
    server = await startModelServer({ chat: findsAt(estimate.calls - 1) });
    const { usage, findings } = await analyzeFiles({ ...setup, url: server.url });
    expect(findings[0]?.citations).toHaveLength(1);
    expect(usage.modelCalls).toBe(estimate.calls);
    const share = estimate.inputTokens / usage.inputTokens;
    expect(share).toBeGreaterThan(bound === 'most' ? 1 : 0.8);
    expect(share).toBeLessThan(1.4);
    expect(estimate.outputTokens).toBeGreaterThan(usage.outputTokens);
    expect(estimate.cost).toBeCloseTo((estimate.inputTokens * 2 + estimate.outputTokens * 8) / 1e6, 12);
  });

  it('has a call of the whole size of prompt and rule for each part, whatever the limit of a call', async () => {
    const most = async (readTokens: number, padding = '') => {
      const [rule] = rules.map((one) => ({ ...one, description: one.description + padding }));
      const run = { rules: rule ? [rule] : [], inputs, settings: { ...small, readTokens } };
      return (await estimateFiles({ ...run, url: 'http://model.invalid' })).most;
    };
    const [few, many] = [await most(2_500), await most(1_000)];
    const longer = await most(1_000, ' It is in writing.'.repeat(40));
    expect(many.calls).toBeGreaterThan(few.calls + 2);
    const around = (many.inputTokens - few.inputTokens) / (many.calls - few.calls);
    // The texts of the prompt alone have about this size.
    expect(around).toBeGreaterThan(500);
    // The rule is in each call except the support check.
    expect(longer.inputTokens - many.inputTokens).toBe(200 * (many.calls - 1));
  });

  it('has the calls of every position of a rule, or at least of the preferred one and of what is refused', async () => {
    const estimate = (own: Rule[]) =>
      estimateFiles({ rules: own, inputs, settings: small, url: 'http://model.invalid' });
    const worded = (description: string) => estimate([{ ...notice, description }]);
    const [preferred, fallback, never] = [
      await estimate(rules),
      await worded('A notice.'),
      await worded('No notice.'),
    ];
    const { checks, least, most } = await estimate([
      { ...notice, fallbacks: ['A notice.'], never: 'No notice.' },
    ]);
    expect(checks).toBe(1);
    expect(least.inputTokens).toBe(preferred.least.inputTokens + never.least.inputTokens);
    expect(most.inputTokens).toBe(
      [preferred, fallback, never].reduce((sum, { most }) => sum + most.inputTokens, 0),
    );
  });

  it('is the sum over rules and subjects', async () => {
    const other = { name: 'Insurance', description: 'The provider holds a liability insurance.' };
    const run = { inputs, settings: small, url: 'http://model.invalid' };
    const [one, two] = [
      await estimateFiles({ ...run, rules }),
      await estimateFiles({ ...run, rules: [other] }),
    ];
    const both = { ...run, rules: [...rules, other], inputs: [...inputs, ...inputs], scope: 'each' as const };
    const { checks, least, most } = await estimateFiles(both);
    const twice = (bound: 'least' | 'most') => ({
      calls: 2 * (one[bound].calls + two[bound].calls),
      inputTokens: 2 * (one[bound].inputTokens + two[bound].inputTokens),
      outputTokens: 2 * (one[bound].outputTokens + two[bound].outputTokens),
    });
    expect({ checks, least, most }).toEqual({ checks: 4, least: twice('least'), most: twice('most') });
  });
});
