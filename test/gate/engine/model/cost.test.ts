import { afterEach, describe, expect, it } from 'vitest';
import { inMemoryAnswerCache } from '../../../../engine/llm/answer-cache.ts';
import { costOf, parsePrices } from '../../../../engine/llm/prices.ts';
import { usageOf } from '../../../../engine/model/usage.ts';
import { entails, ruleAnswer, ruleRequestOf } from '../../../../tools/model-server/rule-request.ts';
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server.ts';
import { source } from '../../../support/sources.ts';
import { checkByModel } from './support/model-run.ts';

const words = 'The customer may end the agreement with a notice of 30 days';
const sources = [source([`${words} in writing.`])];
const rules = [
  { name: 'Notice', description: 'The customer can end the agreement with a notice of 30 days.' },
  { name: 'Insurance', description: 'The provider holds a liability insurance.' },
];
const usage = { input: 1_000, output: 100, cached: 400 };

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
});

describe('the cost of a run', () => {
  it('is the price of the tokens that the server reported, for each rule and in total; cached answers are free', async () => {
    server = await startModelServer({
      chat(request) {
        const seen = ruleRequestOf(request);
        if (seen.purpose === 'support') return { ...entails, usage };
        if (seen.about !== 'Notice') return { json: ruleAnswer({}), usage };
        const quotes = [{ ...seen.quote(words), stance: 'supports' }];
        return { json: ruleAnswer({ quotes, answer: `${words}.`, outcome: 'satisfied' }), usage };
      },
    });
    const answers = inMemoryAnswerCache();
    const run = { rules, sources, url: server.url, answers };
    const prices = { input: 2, output: 8, cached: 0.5 };
    const findings = await checkByModel({ ...run, settings: { prices } });
    const each = (600 * 2 + 400 * 0.5 + 100 * 8) / 1e6;
    expect(findings.map(({ checker }) => checker.cost)).toEqual([2 * each, each]);
    expect(usageOf(findings).cost).toBeCloseTo(3 * each, 12);
    expect(usageOf([], [{ cost: 0.1 }, { cost: 0.2 }]).cost).toBe(0.3);
    expect(usageOf(await checkByModel({ ...run, settings: { prices } })).cost).toBe(0);
  });

  it('in earlier attempts counts against the budget of the resumed run', async () => {
    server = await startModelServer({ chat: () => ({ json: ruleAnswer({}), usage }) });
    const run = { rules, sources, url: server.url, budgetTokens: 60_000 };
    const [first] = await checkByModel(run);
    if (first === undefined) throw new Error('expected an error about the budget');
    const sent = server.requests.length;
    const spent = {
      ...first,
      checker: { ...first.checker, tokens: { input: 59_000, output: 900, cached: 0 } },
    };
    const resumed = await checkByModel({ ...run, earlier: [spent] });
    expect(resumed.map((finding) => !finding.assessed && finding.notAssessedReason)).toEqual([
      'budget_reached',
      'budget_reached',
    ]);
    expect(server.requests).toHaveLength(sent);
  });

  it('is not shown if no prices are set', async () => {
    server = await startModelServer({ chat: () => ({ json: ruleAnswer({}), usage }) });
    const findings = await checkByModel({ rules, sources, url: server.url });
    expect(findings[0]?.checker).not.toHaveProperty('cost');
    expect(usageOf(findings)).not.toHaveProperty('cost');
  });
});

describe('the price setting', () => {
  it('contains two or three prices, each for a million tokens', () => {
    expect(parsePrices('2.5, 10')).toEqual({ input: 2.5, output: 10 });
    expect(parsePrices('2.5,10,1.25')).toEqual({ input: 2.5, output: 10, cached: 1.25 });
    expect(costOf(usage, { input: 2, output: 8 })).toBeCloseTo((1_000 * 2 + 100 * 8) / 1e6, 12);
  });

  it.each(['', '2.5', '2.5,', '-1,2', 'cheap,dear', '1,2,3,4', '1e400,1'])('cannot be "%s"', (text) => {
    expect(() => parsePrices(text)).toThrow('such as 2.5,10,1.25');
  });
});
