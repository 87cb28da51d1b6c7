/** Where a report goes beside the terminal. */
export type ReportOptions = {
  json?: string;
  junit?: string;
  html?: string;
  baseline?: string;
};

/** The options of `proviso eval run` as they were given. */
export type RunOptions = ReportOptions & {
  thresholds?: string;
  primary?: string;
  repeat: number;
};

export const compareFormats = ['table', 'json'] as const;

export type CompareOptions = { format: (typeof compareFormats)[number] };
