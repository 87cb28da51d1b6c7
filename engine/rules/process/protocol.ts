import { z } from 'zod';
import type { Rule } from '../../model/rule.ts';
import type { SourceText } from '../../model/source.ts';
import { type FoundRule, type LeftOut, leftOutReasons, modalities } from '../extract/model.ts';
import type { NamedRules } from '../extract/naming.ts';
import type { LintProblem } from '../lint/problem.ts';

/** A file as the child needs it. `fileIndex` counts from 0. */
export type TextOfFile = { fileIndex: number; name: string; content: SourceText };

/**
 * The questions to a child that finds rules; each has one reply. The child stores what it finds in each file until it
 * is asked for the rules; then it discards what it stored. It ends a file after `most` normative sentences. `lint` has
 * nothing to do with the other questions.
 */
export type Question =
  | { ask: 'ready' }
  | { ask: 'find'; file: TextOfFile; most: number }
  | { ask: 'name' }
  | { ask: 'lint'; rules: readonly Rule[] };

export const replySchema = z.discriminatedUnion('reply', [
  z.object({ reply: z.literal('ready') }),
  /** How many normative sentences the file has. */
  z.object({ reply: z.literal('found'), sentences: z.int().min(0) }),
  /** The rules of all files, as JSON. */
  z.object({ reply: z.literal('named'), named: z.string() }),
  /** The problems of rules, as JSON. */
  z.object({ reply: z.literal('linted'), problems: z.string() }),
  z.object({ reply: z.literal('failed'), message: z.string() }),
]);

export type Reply = z.infer<typeof replySchema>;

const place = { file: z.string(), page: z.int().min(1).optional(), clause: z.string().optional() };
/** The fields that later steps rely on. The others are texts of the file, whatever they contain. */
const foundRuleSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  modality: z.enum(modalities),
  source: z.looseObject({ ...place, quote: z.string() }),
});
const leftOutSchema = z.looseObject({ ...place, quote: z.string(), reason: z.enum(leftOutReasons) });
const namedSchema = z.object({
  rules: z.array(z.custom<FoundRule>((rule) => foundRuleSchema.safeParse(rule).success)),
  leftOut: z.array(z.custom<LeftOut>((one) => leftOutSchema.safeParse(one).success)),
});

/** Parses the rules of all files. Throws if the text is something else. */
export function parseNamed(json: string): NamedRules {
  return namedSchema.parse(JSON.parse(json));
}

/** The fields that later steps rely on. */
const problemSchema = z.looseObject({
  rule: z.int().min(0),
  field: z.enum(['name', 'description', 'ifAbsent']),
  code: z.string(),
  message: z.string(),
});
const problemsSchema = z.array(z.custom<LintProblem>((problem) => problemSchema.safeParse(problem).success));

/** Parses the problems of rules. Throws if the text is something else. */
export function parseProblems(json: string): LintProblem[] {
  return problemsSchema.parse(JSON.parse(json));
}
