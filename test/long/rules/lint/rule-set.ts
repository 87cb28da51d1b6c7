import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const text = z.string().min(1);

/**
 * A rule without a fault, in parts, so that a script can plant a fault in it. `passive` says the same without naming who
 * acts, and `topic` is a noun phrase without a duty. The parts of a limit are its direction, its number, its unit and
 * what it counts from.
 */
const baseRule = z.strictObject({
  name: text,
  sentence: z.tuple([text, text, text]),
  limit: z.tuple([z.string(), text, z.string(), z.string()]).optional(),
  passive: text,
  topic: text,
});

const setSchema = z.strictObject({
  rules: z.array(baseRule).min(40),
  words: z.strictObject({
    vagueTimes: z.array(text),
    vagueConditions: z.array(text),
    opinions: z.array(text),
    undefinedTerms: z.array(text),
    topics: z.array(text),
  }),
});

export type BaseRule = z.infer<typeof baseRule>;
export type BaseSet = z.infer<typeof setSchema>;

export function baseSet(name: 'a' | 'b'): BaseSet {
  return setSchema.parse(parse(readFileSync(resolve(import.meta.dirname, `set-${name}.yaml`), 'utf8')));
}

/** A sentence of its parts, with a full stop. */
export function sentenceOf(...parts: readonly string[]): string {
  return `${parts
    .filter((part) => part !== '')
    .join(' ')
    .trim()}.`;
}

export function cleanSentence({ sentence, limit = ['', '', '', ''] }: BaseRule): string {
  return sentenceOf(...sentence, ...limit);
}
