import { afterEach, describe, expect, it } from 'vitest';
import type { GivenModelSettings } from '../../../../engine/llm/model-settings.ts';
import type { Finding } from '../../../../engine/model/finding.ts';
import type { Rule } from '../../../../engine/model/rule.ts';
import type { Reply } from '../../../../tools/model-server/replies.ts';
import {
  entails,
  type RuleRequest,
  ruleAnswer,
  ruleRequestOf,
} from '../../../../tools/model-server/rule-request.ts';
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server.ts';
import { source } from '../../../support/sources.ts';
import { limitMs, openLimits } from '../../../support/time-limits.ts';
import { checkByModel } from './support/model-run.ts';

const agreement = source([
  'Notice. The customer may end the agreement with a notice of 30 days in writing to the provider. Unless it is in arrears, this costs nothing.',
  'Fees. Invoices are payable within 14 days after their receipt.',
  'Data. The provider keeps personal data for 24 months after the end of the agreement and erases it then. "Notice" means a letter.',
]);
const policy = source(['Notice periods of suppliers must not be longer than 60 days under this policy.'], {
  name: 'policy.pdf',
  role: 'authority',
});
const elsewhere = source(['Deliveries arrive at the warehouse every second Tuesday before noon.'], {
  name: 'annex.pdf',
  fileIndex: 1,
});

const notice: Rule = {
  name: 'Notice',
  description: 'The customer can end the agreement with a notice of 30 days.',
};
const fees: Rule = { name: 'Fees', description: 'Invoices are payable within 14 days.' };

const trueQuote = 'The customer may end the agreement with a notice of 30 days';
const trueAnswer = (request: RuleRequest) =>
  ruleAnswer({
    quotes: [{ ...request.quote(trueQuote), stance: 'supports' }],
    answer: 'The customer may end the agreement with a notice of 30 days.',
    outcome: 'satisfied',
  });
const feesAnswer = (request: RuleRequest) =>
  ruleAnswer({
    quotes: [{ ...request.quote('Invoices are payable within 14 days'), stance: 'supports' }],
    answer: 'Invoices are payable within 14 days.',
    outcome: 'satisfied',
  });

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
});

type Row = {
  name: string;
  /** The model's replies to requests about the rule "Notice", in order; the last reply is repeated. */
  notice: ((request: RuleRequest) => Reply)[];
  support?: Reply;
  settings?: Partial<GivenModelSettings>;
  expected: { [field in keyof Finding]?: unknown };
  quotes?: Finding['checker']['quotes'];
  /** Number of requests about the rule "Notice" that reach the server, including support checks. */
  requests: number;
};

const answering =
  (change: object) =>
  (request: RuleRequest): Reply => ({
    json: { ...trueAnswer(request), ...change },
  });
const quoting =
  (quote: string, answer = trueQuote) =>
  (request: RuleRequest): Reply => ({
    json: {
      ...trueAnswer(request),
      quotes: [{ ...request.quote('The customer may end'), quote, stance: 'supports' }],
      answer: `${answer}.`,
    },
  });
const citing = (...quotes: string[]): unknown[] =>
  quotes.map((words) => expect.objectContaining({ quote: expect.stringContaining(words) }));
const disputed = 'The words that the model quoted do not bear on its answer; read them to decide.';
const failed = { assessed: false, label: null, outcome: 'undetermined' } as const;
const open = { assessed: true, label: 'ESTIMATED', outcome: 'undetermined' } as const;
const confirmed = { assessed: true, label: 'CONFIRMED', outcome: 'satisfied' } as const;

const rows: Row[] = [
  { name: 'answers well', notice: [answering({})], expected: confirmed, requests: 2 },
  {
    name: 'invents a quote',
    notice: [quoting('The customer may end the agreement at any time and without any notice')],
    expected: failed,
    requests: 2,
  },
  {
    name: 'invents a quote in addition to a true one',
    notice: [
      (request) => ({
        json: {
          ...trueAnswer(request),
          quotes: [
            { ...request.quote(trueQuote), stance: 'supports' },
            {
              passage: 'P001',
              quote: 'and the provider waives every fee that is open then',
              stance: 'supports',
            },
          ],
        },
      }),
    ],
    expected: { assessed: true, label: 'ESTIMATED', outcome: 'satisfied', reasons: ['partial_support'] },
    quotes: { claimed: 2, corrected: 0, dropped: 1 },
    requests: 2,
  },
  {
    name: 'sends more quotes than are shown',
    notice: [
      (request) => ({
        json: {
          ...trueAnswer(request),
          quotes: Array.from({ length: 21 }, () => ({ ...request.quote(trueQuote), stance: 'supports' })),
        },
      }),
    ],
    expected: { assessed: true, label: 'ESTIMATED', outcome: 'satisfied', reasons: ['partial_support'] },
    requests: 2,
  },
  {
    name: 'changes one digit of a quote',
    notice: [quoting('The customer may end the agreement with a notice of 80 days')],
    expected: failed,
    requests: 2,
  },
  {
    name: 'quotes a different file',
    notice: [
      quoting('Deliveries arrive at the warehouse every second Tuesday before noon', 'Deliveries arrive'),
    ],
    support: { json: { reason: 'It is about deliveries.', verdict: 'unrelated' } },
    expected: {
      ...{ assessed: true, label: 'ESTIMATED', outcome: 'undetermined', reasons: ['partial_support'] },
      statement: disputed,
    },
    quotes: { claimed: 1, corrected: 0, dropped: 0 },
    requests: 2,
  },
  {
    name: 'quotes the knowledge file as evidence',
    notice: [quoting('Notice periods of suppliers must not be longer than 60 days')],
    expected: failed,
    requests: 2,
  },
  {
    name: 'finds nothing and claims a fact all the same',
    notice: [answering({ quotes: [], outcome: 'undetermined', answer: 'The notice period is 90 days.' })],
    expected: {
      ...{ assessed: true, label: 'ESTIMATED', outcome: 'undetermined' },
      statement: 'The model found nothing that bears on this rule, but a sentence has the words of the rule.',
    },
    requests: 1,
  },
  {
    name: 'names positions of quotes that do not exist',
    notice: [
      answering({ values: [{ name: 'period', value: '30 days', unit: null, quotes: [-1, 0.5, 7, 1e30] }] }),
    ],
    expected: confirmed,
    requests: 2,
  },
  {
    name: 'sends a verdict without quotes',
    notice: [answering({ quotes: [] })],
    expected: failed,
    requests: 2,
  },
  ...[
    ['unrelated', 'partial_support'],
    ['contradicts', 'conflicting_evidence', 'Unless it'],
  ].map(
    ([verdict, reason, ...limits]): Row => ({
      name: `claims CONFIRMED with a quote that the support check calls ${verdict}`,
      notice: [quoting('Invoices are payable within 14 days after their receipt', 'The notice is fine')],
      support: { json: { reason: 'Invoices are not notices.', verdict } },
      expected: { ...open, reasons: [reason], citations: citing('Invoices are', ...limits, trueQuote) },
      requests: 2,
    }),
  ),
  {
    name: 'states a number that no quote contains',
    notice: [
      answering({ answer: 'The customer may end the agreement with a notice of 30 days until 2031.' }),
    ],
    expected: { assessed: true, label: 'ESTIMATED', outcome: 'satisfied', reasons: ['partial_support'] },
    requests: 2,
  },
  {
    name: 'is contradicted by the support check',
    notice: [answering({})],
    support: { json: { reason: 'It says something else.', verdict: 'contradicts' } },
    expected: { ...open, reasons: ['conflicting_evidence'], citations: citing(trueQuote, 'Unless it') },
    requests: 2,
  },
  {
    name: 'quotes evidence against its own verdict',
    notice: [answering({ outcome: 'violated' })],
    expected: { assessed: true, label: 'ESTIMATED', outcome: 'violated', reasons: ['partial_support'] },
    requests: 2,
  },
  { name: 'sends invalid JSON', notice: [() => ({ text: '{"quotes": [' })], expected: failed, requests: 2 },
  {
    name: 'sends invalid JSON once',
    notice: [() => ({ text: 'Sure!' }), answering({})],
    expected: confirmed,
    requests: 3,
  },
  {
    name: 'sends JSON in a code fence',
    notice: [
      (request) => ({ text: `\`\`\`json\n${JSON.stringify(request.inForm(trueAnswer(request)))}\n\`\`\`` }),
    ],
    expected: confirmed,
    requests: 2,
  },
  {
    name: 'sends JSON of a different form',
    notice: [() => ({ json: { verdict: 'CONFIRMED' } })],
    expected: failed,
    requests: 2,
  },
  { name: 'refuses', notice: [() => ({ refusal: 'I am not able to help.' })], expected: failed, requests: 1 },
  { name: 'sends an empty answer', notice: [() => ({ text: '' })], expected: failed, requests: 2 },
  {
    name: 'sends an answer that is cut off',
    notice: [() => ({ text: '{"quotes":[{"passage":"P00', finish: 'length' })],
    expected: failed,
    requests: 2,
  },
  {
    name: 'is busy at first (429)',
    notice: [() => ({ status: 429, message: 'slow down' }), answering({})],
    expected: confirmed,
    requests: 3,
  },
  {
    name: 'is busy at first and says for how long',
    notice: [() => ({ status: 429, message: 'slow down', retryAfter: '0' }), answering({})],
    expected: confirmed,
    requests: 3,
  },
  {
    name: 'is always busy',
    notice: [() => ({ status: 429, message: 'slow down' })],
    expected: failed,
    requests: 3,
  },
  {
    name: 'fails (500)',
    notice: [() => ({ status: 500, message: 'out of memory' })],
    expected: failed,
    requests: 3,
  },
  {
    name: 'never answers',
    notice: [() => ({ hang: true })],
    // With one call at a time, the only running time limit is that of the call about the rule "Notice". The test
    // ends this time limit early.
    settings: { concurrency: 1, timeoutMs: limitMs, retries: 0 },
    expected: failed,
    requests: 1,
  },
  { name: 'drops the connection', notice: [() => ({ drop: 'within' })], expected: failed, requests: 3 },
];

describe('a model that misbehaves about one rule', () => {
  it.each(rows)(
    'leads to the expected finding, and does not affect the other rule, if it $name',
    async ({ notice: replies, support = entails, settings = {}, expected, quotes, requests }) => {
      const limits = openLimits();
      let asked = 0;
      let about = 0;
      server = await startModelServer({
        chat(request) {
          const seen = ruleRequestOf(request);
          const isNotice = seen.about === 'Notice' || seen.about.includes('The rule: Notice');
          if (isNotice) about += 1;
          if (seen.purpose === 'support') return isNotice ? support : entails;
          if (!isNotice) return { json: feesAnswer(seen) };
          asked += 1;
          const reply = replies[asked - 1] ?? replies.at(-1);
          if (!reply) throw new Error('a row must have at least one reply');
          const sent = reply(seen);
          if ('hang' in sent) limits.end();
          return sent;
        },
      });
      const [found, other] = await checkByModel({
        rules: [notice, fees],
        sources: [policy, agreement, elsewhere],
        url: server.url,
        settings,
      });
      expect(found).toMatchObject(expected);
      if (found?.assessed === false) expect(found.notAssessedReason).toBe('checker_failed');
      if (quotes) expect(found?.checker.quotes).toEqual(quotes);
      expect(about).toBe(requests);
      expect(found?.checker.requests).toBe(requests);
      expect(other).toMatchObject({ label: 'CONFIRMED', outcome: 'satisfied' });
      const { input, output, cached } = server.reported();
      const sum = (kind: 'input' | 'output' | 'cached') =>
        (found?.checker.tokens?.[kind] ?? 0) + (other?.checker.tokens?.[kind] ?? 0);
      expect({ input: sum('input'), output: sum('output'), cached: sum('cached') }).toEqual({
        input,
        output,
        cached,
      });
    },
  );
});
