import { afterEach, describe, expect, it } from 'vitest';
import { inMemoryAnswerCache } from '../../../engine/llm/answer-cache.ts';
import { canonical } from '../../../engine/model/canonical/canonical.ts';
import { ruleRequestOf } from '../../../tools/model-server/rule-request.ts';
import { analyzeFiles } from '../../gate/engine/model/support/analyze-files.ts';
import { sampleCases } from '../../gate/engine/model/support/sample-cases.ts';
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts';

const sample = sampleCases();

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
});

describe('the 14 rules for the guide of 79 pages, checked with a model that answers correctly,', () => {
  it.skipIf(sample === null).each([
    { how: 'read whole', settings: { readTokens: 200_000, timeoutMs: 60_000 } },
    {
      how: 'searched for passages, and read in parts for rules without passages',
      settings: { readTokens: 15_000, timeoutMs: 60_000 },
    },
  ])('have the correct labels, outcomes, stances and pages if the guide is $how', async ({ settings }) => {
    if (sample === null) return;
    const { guide, rules, answerWell, expectAnswers } = sample;
    server = await startModelServer({ chat: answerWell });
    const { findings, usage } = await analyzeFiles({ rules, inputs: [guide], url: server.url, settings });
    expectAnswers(findings);
    expect(usage).toMatchObject({
      modelCalls: server.requests.length,
      inputTokens: server.reported().input,
      cachedTokens: server.reported().cached,
    });
    if (settings.readTokens > 100_000) expect(usage.cachedTokens / usage.inputTokens).toBeGreaterThan(0.8);
  });

  it.skipIf(sample === null)(
    'cause no model call in a second run, which has the same result, and only one call after a change of one rule',
    async () => {
      if (sample === null) return;
      const { guide, rules, answerWell } = sample;
      server = await startModelServer({ chat: answerWell });
      const answers = inMemoryAnswerCache();
      const run = {
        inputs: [guide],
        url: server.url,
        settings: { readTokens: 200_000, timeoutMs: 60_000 },
        answers,
      };
      const first = await analyzeFiles({ ...run, rules });
      const sent = server.requests.length;
      const again = await analyzeFiles({ ...run, rules });
      expect(server.requests).toHaveLength(sent);
      expect(canonical(again)).toBe(canonical(first));
      expect(again.usage).toEqual({ modelCalls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0 });
      const [one, ...others] = rules;
      if (!one) return;
      const changed = { ...one, description: `${one.description} Without exception.` };
      await analyzeFiles({ ...run, rules: [changed, ...others] });
      expect(server.requests.slice(sent).map((request) => ruleRequestOf(request).purpose)).toEqual([
        'check',
        'support',
      ]);
      expect(server.requests[sent]?.user).toContain('Without exception.');
    },
  );
});
