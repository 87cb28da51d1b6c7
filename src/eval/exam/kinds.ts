/** The difference between the two documents of a pair. */
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

/** The kinds of documents that the exam is made of. */
export const documentKinds = ['contract', 'policy', 'standard', 'report', 'lease', 'minutes'] as const;

export type DocumentKind = (typeof documentKinds)[number];

/** Open wordings may be read by anyone; developers of the checker see only totals of the locked ones. */
export const parts = ['open', 'locked'] as const;

export type ExamPart = (typeof parts)[number];
