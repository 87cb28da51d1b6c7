export const diffFormats = ['text', 'json'] as const;
export const failOnValues = ['worse'] as const;

/** Maximum bytes of a result, unless `--max-bytes` says otherwise. */
export const defaultMaxBytes = 200_000_000;
/** A longer file cannot become one text in memory. */
export const greatestMaxBytes = 500_000_000;

/** The options of `proviso diff` as the user gave them. */
export type DiffOptions = {
  format: (typeof diffFormats)[number];
  failOn?: (typeof failOnValues)[number];
  /** Maximum bytes of each file. */
  maxBytes: number;
};
