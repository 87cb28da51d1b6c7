export const lintFormats = ['text', 'json', 'sarif'] as const;
/** The least severity that makes the command exit with 1. */
export const failOnSeverities = ['error', 'warning', 'info'] as const;

export type LintFormat = (typeof lintFormats)[number];
export type FailOnSeverity = (typeof failOnSeverities)[number];

/** The options of `proviso rules lint` as the user gave them. */
export type RulesLintOptions = {
  format?: LintFormat;
  out?: string;
  failOn: FailOnSeverity;
  fix?: true;
  knowledge?: string[];
  maxRules: number;
  color: boolean;
};
