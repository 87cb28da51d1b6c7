import type { ChatRequest } from '../../tools/model-server/protocol.ts';
import type { Reply } from '../../tools/model-server/replies.ts';
import { entails, ruleAnswer, ruleRequestOf } from '../../tools/model-server/rule-request.ts';

/**
 * A model that proposes in this way, and finds the rule satisfied by every sentence but the old one, so that nothing but
 * code stands against what it proposes.
 */
export function proposingModel(old: string, reply: Reply): (request: ChatRequest) => Reply {
  return (request) => {
    if (request.schemaName === 'redline_sentence') return reply;
    const seen = ruleRequestOf(request);
    if (seen.purpose === 'support') return entails;
    const sentences = seen.passages.flatMap((passage) => passage.sentences);
    const answer = sentences.find((one) => one === old) ?? sentences[0] ?? '';
    const [stance, outcome] = answer === old ? ['contradicts', 'violated'] : ['supports', 'satisfied'];
    const quotes = [{ ...seen.quote(answer), stance }];
    return { json: seen.inForm(ruleAnswer({ quotes, answer, outcome })) };
  };
}
