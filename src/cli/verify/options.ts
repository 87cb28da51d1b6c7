import type { Verdict } from '../../../engine/model/verification.ts';

export const formats = ['table', 'json', 'html', 'sarif'] as const;
/** The ids of the adapters of the engine, without loading the engine; a test compares them. */
export const forms = ['plain', 'openai', 'anthropic', 'gemini', 'langchain', 'markdown'] as const;
/** `any`: any citation that does not pass. `claim`: a claim that differs from its quote. */
export const failOnValues = [
  'any',
  'wrong_page',
  'wrong_source',
  'altered',
  'not_found',
  'unreadable',
  'claim',
] as const satisfies readonly (Verdict | 'any' | 'claim')[];

export type Format = (typeof formats)[number];
export type FailOn = (typeof failOnValues)[number];

/** The options of `proviso verify` as the user gave them. */
export type VerifyOptions = {
  sources: string[];
  form?: (typeof forms)[number];
  format?: Format;
  out?: string;
  failOn: FailOn[];
  color: boolean;
};
