import { z } from 'zod';
import { rawAnswerSchema } from './chat/raw-answer.ts';

/** A model's answer as it came, with what was asked, so that it can be inspected. */
export const keptAnswerSchema = z.object({
  model: z.string(),
  /** The last message of the request; the documents before it are known by the passages that findings name. */
  question: z.string(),
  answer: rawAnswerSchema,
});

export type KeptAnswer = z.output<typeof keptAnswerSchema>;

/**
 * Models' answers by the hash of the request, written before they are used. One that can't be used is dropped, so that
 * it isn't met again.
 */
export interface AnswerCache {
  get(key: string): Promise<KeptAnswer | null>;
  put(key: string, answer: KeptAnswer): Promise<void>;
  drop(key: string): Promise<void>;
}

/** Answers kept as long as the process lives. */
export function inMemoryAnswerCache(): AnswerCache {
  const kept = new Map<string, KeptAnswer>();
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
