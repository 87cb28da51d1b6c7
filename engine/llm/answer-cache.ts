import { z } from 'zod';
import { rawAnswerSchema } from './chat/raw-answer.ts';

/** A model's answer as it came, with the question, so that it can be inspected. */
export const cachedAnswerSchema = z.object({
  model: z.string(),
  /** The last message of the request; the passages that findings name identify the documents before it. */
  question: z.string(),
  answer: rawAnswerSchema,
});

export type CachedAnswer = z.output<typeof cachedAnswerSchema>;

/**
 * Models' answers by the hash of the request, stored before use. An unusable answer is dropped, so that it is not
 * used again.
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
