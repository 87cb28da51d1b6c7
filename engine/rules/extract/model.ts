import type { FileReport, Warning } from '../../model/result.ts';
import type { Rule } from '../../model/rule.ts';
import type { Spent } from '../../model/usage.ts';

/** Whether a sentence requires, forbids or allows something. */
export const modalities = [
  'obligation',
  'prohibition',
  'permission',
] as const satisfies readonly Rule['modality'][];
export type Modality = (typeof modalities)[number];

/** The reasons for which a normative sentence is not a rule. */
export const leftOutReasons = [
  'about_this_document',
  'definition',
  'duplicate',
  'example',
  'informative_section',
  'past',
  'permission',
  'possibility',
  'question',
  'recommendation',
  'too_long',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** Where a rule comes from. `page` counts from 1; it is absent if the file has no pages. */
export type RuleSource = NonNullable<Rule['source']>;

/** A rule found in a document. `source.quote` is the text of the document; `description` can be read alone. */
export type FoundRule = Rule &
  Required<Pick<Rule, 'id' | 'modality' | 'source'>> & {
    /** That a model worded the rule, or why it did not. Rules files have no such field. */
    note?: string;
  };

/** A normative sentence that is not a rule. `of` is the id of the rule that a duplicate repeats. */
export type LeftOut = {
  file: string;
  page?: number;
  clause?: string;
  quote: string;
  reason: LeftOutReason;
  of?: string;
};

/** What a model did with the rules of an extraction. The counts are numbers of sentences. */
export type Rewording = Spent & {
  model: string;
  prompt: { id: string; version: string; hash: string };
  /** Sentences sent to the model. */
  sent: number;
  /** Sentences that are worded differently now. */
  reworded: number;
  /** Sentences that the model left as they were. */
  unchanged: number;
  /** Sentences that stayed as they were for a reason, which is the `note` of their rule. */
  notReworded: number;
  /** The sentences that stayed about which the model gave no usable answer. */
  unanswered: number;
};

/**
 * The rules of documents. `sentences` is the number of normative sentences: those in rules, `inRules`, and those left
 * out. Every rule has a sentence of its own, unless a model split some.
 */
export type Extraction = {
  rules: FoundRule[];
  leftOut: LeftOut[];
  sentences: number;
  inRules: number;
  /** Only if a model reworded the rules. */
  rewording?: Rewording;
  files: FileReport[];
  warnings: Warning[];
};
