import type { FileReport, Warning } from '../../model/result.ts';
import type { Rule } from '../../model/rule.ts';

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
export type FoundRule = Rule & Required<Pick<Rule, 'id' | 'modality' | 'source'>>;

/** A normative sentence that is not a rule. `of` is the id of the rule that a duplicate repeats. */
export type LeftOut = {
  file: string;
  page?: number;
  clause?: string;
  quote: string;
  reason: LeftOutReason;
  of?: string;
};

/** The rules of documents. `sentences` is the number of normative sentences: those in rules, each in its own, and those left out. */
export type Extraction = {
  rules: FoundRule[];
  leftOut: LeftOut[];
  sentences: number;
  files: FileReport[];
  warnings: Warning[];
};
