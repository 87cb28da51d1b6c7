export const fromFormats = ['table', 'yaml', 'json', 'csv'] as const;
export type FromFormat = (typeof fromFormats)[number];

/** The options of `proviso rules from` as the user gave them. */
export type RulesFromOptions = {
  format?: FromFormat;
  out?: string;
  /** The rules of the earlier version, as a rules file or as the document itself. */
  since?: string;
  maxSentences?: number;
  color: boolean;
};

export const lintFormats = ['text', 'json', 'sarif'] as const;
/** The least severity that makes the command exit with 1. */
export const failOnSeverities = ['error', 'warning', 'info'] as const;

export type LintFormat = (typeof lintFormats)[number];

/** The options of `proviso rules lint` as the user gave them. */
export type RulesLintOptions = {
  format?: LintFormat;
  out?: string;
  failOn: (typeof failOnSeverities)[number];
  knowledge?: string[];
  maxRules: number;
  color: boolean;
};
