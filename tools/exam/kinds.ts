/** The kinds of differences between the two documents of a pair. */
export const kinds = [
  'number',
  'unit',
  'direction',
  'actor',
  'recipient',
  'object',
  'modality',
  'denial',
  'goal',
  'exception-in-sentence',
  'exception-next',
  'exception-far',
  'cross-reference',
  'amendment',
  'deletion',
  'rejection',
  'former',
  'one-of-two',
  'table',
  'name',
  'paraphrase',
  'absence',
  'verbatim',
] as const;

export type Kind = (typeof kinds)[number];

/** The kinds of documents in the exam. */
export const documentKinds = ['contract', 'policy', 'standard', 'report', 'lease', 'minutes'] as const;

export type DocumentKind = (typeof documentKinds)[number];

/**
 * The parts of the exam. Developers of the checker can read the wordings of the open part. Of the locked part, they see
 * only the total scores, so that the checker is not fitted to the locked wordings.
 */
export const parts = ['open', 'locked'] as const;

export type ExamPart = (typeof parts)[number];
