import { type AnswerCache, cachedAnswerSchema } from '../../engine/index.ts';
import type { Clock } from '../../engine/ports.ts';
import { storedJson } from '../domain/stored-json.ts';
import type { SourceTextStore } from '../store/ports/runs.ts';

/**
 * Stores the model's answers for one owner, in the store of extracted text. The answers are kept as long as extracted
 * text is. An unreadable entry counts as missing.
 */
export function answerCacheOf(owner: string, texts: SourceTextStore, clock: Clock): AnswerCache {
  const at = (key: string): string => `answer ${key}`;
  return {
    get: async (key) => storedJson(cachedAnswerSchema, await texts.get(owner, at(key), clock.now())),
    put: (key, answer) => texts.put(owner, at(key), Buffer.from(JSON.stringify(answer)), clock.now()),
    drop: (key) => texts.put(owner, at(key), Buffer.from('null'), clock.now()),
  };
}
