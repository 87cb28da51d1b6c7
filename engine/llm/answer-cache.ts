import { z } from 'zod';
import { rawAnswerSchema } from './chat/raw-answer.ts';

/** A model's unparsed answer with its question, so that a person can inspect both. */
export const cachedAnswerSchema = z.object({
  model: z.string(),
  /**
   * The last message of the request. The documents in the messages before it are not stored, because findings name the
   * passages that the model saw.
   */
  question: z.string(),
  answer: rawAnswerSchema,
});

export type CachedAnswer = z.output<typeof cachedAnswerSchema>;

/**
 * Models' answers by the hash of the request. An answer is stored before it is used. An answer that turns out to be
 * unusable is removed from the cache.
 */
export interface AnswerCache {
  get(key: string): Promise<CachedAnswer | null>;
  put(key: string, answer: CachedAnswer): Promise<void>;
  drop(key: string): Promise<void>;
}

/** Answers cached for the life of the process. */
export function inMemoryAnswerCache(): AnswerCache {
  const kept = new Map<string, CachedAnswer>();
  return {
    get: async (key) => kept.get(key) ?? null,
    put: async (key, answer) => {
      kept.set(key, answer);
    },
    drop: async (key) => {
      kept.delete(key);
    },
  };
}
