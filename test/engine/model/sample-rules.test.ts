import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inMemoryAnswerCache } from '../../../engine/llm/answer-cache.ts';
import { canonical } from '../../../engine/model/canonical.ts';
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts';
import type { ChatRequest } from '../../support/model-server/protocol.ts';
import type { Reply } from '../../support/model-server/replies.ts';
import {
  entails,
  type RuleRequest,
  ruleAnswer,
  ruleRequestOf,
} from '../../support/model-server/rule-request.ts';
import { sharedPath } from '../../support/shared.ts';
import { analyzeFiles } from './support/analyze-files.ts';

const guide = sharedPath('samples/NIST.SP.800-63b.pdf');
const casesFile = sharedPath('samples/nist-800-63b.cases.json');

const casesSchema = z.object({
  rules: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      expected: z.array(z.string()),
      stance: z.enum(['supports', 'contradicts']).optional(),
      pages: z.array(z.int()),
      mustQuote: z.string().optional(),
    }),
  ),
});
type Case = z.output<typeof casesSchema>['rules'][number];

const cases = casesFile === null ? [] : casesSchema.parse(JSON.parse(readFileSync(casesFile, 'utf8'))).rules;
const rules = cases.map(({ name, description }) => ({ name, description }));

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
});

/** Answers as a model does that reads well: the sentence that decides, from the page where it stands. */
function answerWell(request: ChatRequest): Reply {
  const seen = ruleRequestOf(request);
  if (seen.purpose === 'support') return entails;
  const asked = cases.find(({ name }) => name === seen.about);
  const found = asked && decisive(seen, asked);
  if (!asked || !found) return { json: ruleAnswer({}) };
  return {
    json: ruleAnswer({
      quotes: [{ passage: found.passage, quote: found.quote, stance: asked.stance }],
      answer: found.quote,
      outcome: asked.stance === 'contradicts' ? 'violated' : 'satisfied',
    }),
  };
}

function decisive({ passages }: RuleRequest, { mustQuote, pages }: Case) {
  if (mustQuote === undefined) return null;
  for (const { id, header, sentences } of passages) {
    const [, from = '', to = from] = /page (\d+)(?: to (\d+))?/.exec(header) ?? [];
    if (!pages.some((page) => Number(from) <= page && page <= Number(to))) continue;
    const quote = sentences.find((sentence) => sentence.includes(mustQuote));
    if (quote !== undefined) return { passage: id, quote };
  }
  return null;
}

describe('the 14 rules for the guide of 79 pages, with a model that reads well', () => {
  it.skipIf(guide === null || cases.length === 0).each([
    { how: 'read whole', settings: { readTokens: 200_000 } },
    { how: 'read by retrieval, and part by part where that finds nothing', settings: { readTokens: 15_000 } },
  ])('$how: labels, outcomes, stances and pages are right', { timeout: 60_000 }, async ({ settings }) => {
    if (guide === null) return;
    server = await startModelServer({ chat: answerWell });
    const { findings, usage } = await analyzeFiles({ rules, inputs: [guide], url: server.url, settings });
    for (const [index, { name, expected, stance, pages }] of cases.entries()) {
      const finding = findings[index];
      expect({ name, label: finding?.label }).toEqual({ name, label: expect.toBeOneOf(expected) });
      if (stance === undefined) {
        expect(finding).toMatchObject({
          outcome: 'undetermined',
          search: { complete: true, pagesSearched: 79 },
        });
        continue;
      }
      expect(finding?.outcome).toBe(stance === 'contradicts' ? 'violated' : 'satisfied');
      const cited = finding?.citations.map(({ stance, locator }) => [
        stance,
        locator.kind === 'page' && locator.page,
      ]);
      expect(cited).toEqual([[stance, expect.toBeOneOf(pages)]]);
    }
    expect(usage).toMatchObject({
      modelCalls: server.requests.length,
      inputTokens: server.reported().input,
      cachedTokens: server.reported().cached,
    });
    if (settings.readTokens > 100_000) expect(usage.cachedTokens / usage.inputTokens).toBeGreaterThan(0.8);
  });

  it.skipIf(guide === null || cases.length === 0)(
    'asked again, nothing is sent and the result is the same; one changed rule is asked for alone',
    { timeout: 60_000 },
    async () => {
      if (guide === null) return;
      server = await startModelServer({ chat: answerWell });
      const answers = inMemoryAnswerCache();
      const run = { inputs: [guide], url: server.url, settings: { readTokens: 200_000 }, answers };
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
