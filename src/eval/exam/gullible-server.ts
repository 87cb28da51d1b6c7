import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { chatBodySchema, chatRequestOf } from '../model-server/protocol.ts';
import { sendError, sendReply } from '../model-server/replies.ts';
import { entails, type RuleRequest, ruleAnswer, ruleRequestOf } from '../model-server/rule-request.ts';

export type GullibleServer = {
  /** The value for OPENAI_BASE_URL. */
  url: string;
  close(): Promise<void>;
};

/**
 * Starts a local model server that confirms every rule, to test the quote checks. For a rule check, the server quotes
 * verbatim the sentence that is most similar to the rule, repeats the rule as its answer, and says that the rule is
 * satisfied. For a support check, it says that the quote supports the statement.
 */
export async function startGullibleServer(): Promise<GullibleServer> {
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
        const reply = seen.purpose === 'support' ? entails : { json: believed(seen) };
        return sendReply(response, asked, reply, { input: 1, output: 1 });
      })
      .catch((error: unknown) => sendError(response, 500, `The gullible server failed: ${String(error)}`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the gullible server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * The answer to a rule check: it quotes the sentence that shares most words with the rule, where rare words weigh more,
 * and claims that the rule is satisfied.
 */
export function believed({ passages, asks }: Pick<RuleRequest, 'passages' | 'asks'>): object {
  const sentences = passages
    .filter(({ header }) => header.startsWith('input'))
    .flatMap(({ id, sentences: own }) => own.map((text) => ({ id, text, words: new Set(wordsOf(text)) })));
  const rule = new Set(wordsOf(asks));
  const spread = new Map(
    [...rule].map((word) => [word, sentences.filter(({ words }) => words.has(word)).length]),
  );
  const near = ({ words }: { words: ReadonlySet<string> }): number =>
    [...rule].reduce((sum, word) => sum + (words.has(word) ? 1 / (spread.get(word) ?? 1) : 0), 0);
  const nearest = sentences.reduce<(typeof sentences)[number] | null>(
    (best, one) => (best === null || near(one) > near(best) ? one : best),
    null,
  );
  return ruleAnswer({
    quotes: nearest ? [{ passage: nearest.id, quote: nearest.text.trim(), stance: 'supports' }] : [],
    answer: asks,
    outcome: nearest ? 'satisfied' : 'undetermined',
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
