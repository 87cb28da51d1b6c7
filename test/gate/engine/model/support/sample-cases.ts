import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Finding } from '../../../../../engine/model/finding.ts';
import type { ChatRequest } from '../../../../../tools/model-server/protocol.ts';
import type { Reply } from '../../../../../tools/model-server/replies.ts';
import {
  entails,
  type RuleRequest,
  ruleAnswer,
  ruleRequestOf,
} from '../../../../../tools/model-server/rule-request.ts';
import { sharedPath } from '../../../../support/shared.ts';

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

/** A guide of 79 pages, and rules whose answers about the guide were found by people. */
export type SampleCases = {
  guide: string;
  rules: { name: string; description: string }[];
  /** Answers correctly, with the deciding sentence quoted from its page. */
  answerWell: (request: ChatRequest) => Reply;
  /** Fails unless labels, outcomes, stances and pages are those of the cases. */
  expectAnswers: (findings: readonly Finding[]) => void;
};

/** The sample cases; null, with a printed message, if the sample files are not available. */
export function sampleCases(): SampleCases | null {
  const guide = sharedPath('samples/NIST.SP.800-63b.pdf');
  const file = sharedPath('samples/nist-800-63b.cases.json');
  if (guide === null || file === null) return null;
  const cases = casesSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).rules;
  return {
    guide,
    rules: cases.map(({ name, description }) => ({ name, description })),
    answerWell: (request) => answerWell(cases, request),
    expectAnswers: (findings) => expectAnswers(cases, findings),
  };
}

function answerWell(cases: readonly Case[], request: ChatRequest): Reply {
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

function expectAnswers(cases: readonly Case[], findings: readonly Finding[]): void {
  expect(findings).toHaveLength(cases.length);
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
}
