import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import type { ExamPair } from './exam/pairs.ts';
import type { StandIn } from './exam/take-exam.ts';
import { chatBodySchema, chatRequestOf } from './model-server/protocol.ts';
import { sendError, sendReply } from './model-server/replies.ts';
import {
  entails,
  type RuleRequest,
  ruleAnswer,
  ruleRequestOf,
  type SeenPassage,
} from './model-server/rule-request.ts';

export type ExamModel = StandIn & { close(): Promise<void> };

/**
 * Starts a local model server that confirms every rule, to test the quote checks. For a rule check, the server quotes
 * verbatim the sentence that is most similar to the rule, repeats the rule as its answer, and says that the rule is
 * satisfied. For a support check, it says that the quote supports the statement.
 */
export function startGullibleModel(): Promise<ExamModel> {
  return startModel('gullible model', believed, () => {});
}

/**
 * Starts a local model server that knows the answers of the exam, to test what becomes of right answers. It points at
 * the sentences that decide the answer for a document. A satisfied rule is answered in the words of the rule if the
 * sentences have its numbers, as the prompt asks; every other answer is in the words of the document. For a support check, it says that the quotes support the statement.
 */
export function startKnowingModel(): Promise<ExamModel> {
  const known = new Map<string, ExamPair>();
  return startModel(
    'knowing model',
    (request) => knownAnswer(request, known),
    (pair) => {
      for (const { files } of pair.twins) for (const { name } of files) known.set(name, pair);
    },
  );
}

async function startModel(
  name: string,
  answer: (request: RuleRequest) => object,
  meet: ExamModel['meet'],
): Promise<ExamModel> {
  let count = 0;
  const server = createServer((request, response) => {
    json(request)
      .catch(() => null)
      .then((body) => {
        const parsed = chatBodySchema.safeParse(body);
        if (!parsed.success) return sendError(response, 400, `Invalid request: ${parsed.error.message}`);
        count += 1;
        const asked = chatRequestOf(parsed.data, request.headers, count);
        const seen = ruleRequestOf(asked);
        const reply = seen.purpose === 'support' ? entails : { json: answer(seen) };
        return sendReply(response, asked, reply, { input: 1, output: 1 });
      })
      .catch((error: unknown) => sendError(response, 500, `The model of the exam failed: ${String(error)}`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the model of the exam has no port');
  return {
    name,
    url: `http://127.0.0.1:${address.port}/v1`,
    meet,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The right answer to a rule check about a document of the exam. */
function knownAnswer(
  { passages, asks }: Pick<RuleRequest, 'passages' | 'asks'>,
  pairs: ReadonlyMap<string, ExamPair>,
): object {
  const inputs = passages.filter(({ header }) => header.startsWith('input'));
  const [name, pair] = [...pairs].find(([file]) => inputs.some(({ header }) => header.includes(file))) ?? [];
  const twin = pair?.twins.find(({ files }) => files.some((file) => file.name === name));
  const outcome = twin?.truth.right[0];
  if (!pair || !twin || outcome === undefined) return ruleAnswer({});
  const stance = outcome === 'violated' ? 'contradicts' : 'supports';
  const decisive = inputs.flatMap(({ id, sentences }) =>
    sentences
      .filter((sentence) => twin.deciding.some(({ text }) => isPart(sentence, text)))
      .map((sentence) => ({ passage: id, quote: sentence.trim(), stance })),
  );
  if (decisive.length === 0) return ruleAnswer({});
  // The two duties of such a rule are in two sentences, and the words that decide are in one of them.
  const first = pair.kind === 'one-of-two' ? nearest(inputs, asks) : null;
  const quotes =
    first === null || decisive.some(({ quote }) => quote === first.text.trim())
      ? decisive
      : [{ passage: first.id, quote: first.text.trim(), stance }, ...decisive];
  const said = quotes.map(({ quote }) => quote).join(' ');
  const digits = new Set<string>(said.match(/\d+/g));
  const isCarried = [...(asks.match(/\d+/g) ?? [])].every((one) => digits.has(one));
  return ruleAnswer({ quotes, answer: outcome === 'satisfied' && isCarried ? asks : said, outcome });
}

/** Whether a sentence of a document belongs to the words that decide an answer, or contains them. */
function isPart(sentence: string, deciding: string): boolean {
  const [one, other] = [sentence, deciding].map((text) => wordsOf(text).join(' '));
  if (!one || !other) return false;
  return ` ${one} `.includes(` ${other} `) || (wordsOf(one).length > 2 && ` ${other} `.includes(` ${one} `));
}

/**
 * The answer to a rule check: it quotes the sentence that shares most words with the rule, where rare words weigh more,
 * and claims that the rule is satisfied.
 */
export function believed({ passages, asks }: Pick<RuleRequest, 'passages' | 'asks'>): object {
  const found = nearest(
    passages.filter(({ header }) => header.startsWith('input')),
    asks,
  );
  return ruleAnswer({
    quotes: found ? [{ passage: found.id, quote: found.text.trim(), stance: 'supports' }] : [],
    answer: asks,
    outcome: found ? 'satisfied' : 'undetermined',
  });
}

/** The sentence that shares most words with the rule, where rare words weigh more, and the id of its passage. */
function nearest(
  passages: readonly Pick<SeenPassage, 'id' | 'sentences'>[],
  asks: string,
): { id: string; text: string } | null {
  const sentences = passages.flatMap(({ id, sentences: own }) =>
    own.map((text) => ({ id, text, words: new Set(wordsOf(text)) })),
  );
  const rule = new Set(wordsOf(asks));
  const spread = new Map(
    [...rule].map((word) => [word, sentences.filter(({ words }) => words.has(word)).length]),
  );
  const near = ({ words }: { words: ReadonlySet<string> }): number =>
    [...rule].reduce((sum, word) => sum + (words.has(word) ? 1 / (spread.get(word) ?? 1) : 0), 0);
  return sentences.reduce<(typeof sentences)[number] | null>(
    (best, one) => (best === null || near(one) > near(best) ? one : best),
    null,
  );
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
