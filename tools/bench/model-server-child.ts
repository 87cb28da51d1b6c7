// A model server in a separate process, as in production, so that its work does not count as the engine's. The first
// argument is the duration of each answer in ms. In reply to any message from its parent process the server reports the
// calls so far.

import { startModelServer } from '../../test/support/model-server/model-server.ts';
import { entails, ruleAnswer, ruleRequestOf } from '../model-server/rule-request.ts';

const delayMs = Number(process.argv[2]);
let first = 0;
let last = 0;

const server = await startModelServer({
  chat(request) {
    first ||= Date.now();
    last = Date.now() + delayMs;
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
process.on('message', () => process.send?.({ requests: server.requests.length, first, last }));
process.send?.({ url: server.url });
