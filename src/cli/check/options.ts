import type { Outcome } from '../../../engine/model/finding.ts';
import type { Rule, Scope } from '../../../engine/model/rule.ts';
import type { LabelFilter } from '../../services/report/finding-filter.ts';
import { reportFormatNames, reportFormats } from '../../services/report/formats.ts';

export const scopes = ['together', 'each'] as const satisfies readonly Scope[];
/** `table` is a format of the command line only. The API has the other formats too. */
export const formats = ['table', ...reportFormatNames] as const;
/** The formats by the extension of the output file. */
export const formatOfEnding: Readonly<Record<string, Format>> = {
  '.txt': 'table',
  ...Object.fromEntries(
    reportFormatNames.flatMap((name) => reportFormats[name].endings.map((ending) => [`.${ending}`, name])),
  ),
};
/** The end of the names of bundles. */
export const bundleEnding = '.proviso.zip';
const failingAnswers = [
  'violated',
  'violated:confirmed',
  'violated:estimated',
  'not-found',
  'flagged',
] as const;
/** The severities of rules, most serious first. */
export const severities = ['critical', 'high', 'medium', 'low'] as const satisfies readonly Severity[];
/** The values of `--fail-on` that are about findings. `least` is the lowest severity that counts; null for any. */
export const thresholds = failingAnswers.flatMap((answer): Threshold[] => [
  { value: answer, answer, least: null },
  ...severities.map((least) => ({ value: `${answer}:${least}` as const, answer, least })),
]);
export const failOnValues: readonly FailOn[] = [...thresholds.map(({ value }) => value), 'incomplete'];
/** The values of `--fail-on` in words. */
export const failOnWords = `${failingAnswers.join(', ')}, each also with the least severity (:${severities.join(', :')}), or incomplete`;

type Severity = NonNullable<Rule['severity']>;
type Threshold = { value: FailOn; answer: FailingAnswer; least: Severity | null };
export type FailingAnswer = (typeof failingAnswers)[number];
export type FailOn = FailingAnswer | `${FailingAnswer}:${Severity}` | 'incomplete';
export type Format = (typeof formats)[number];

/** The options of `proviso check` as the user gave them. */
export type CheckOptions = {
  rules: string;
  knowledge: string[];
  scope: Scope;
  format?: Format;
  out?: string;
  /** More files to write the report to, each in the format of its extension. */
  alsoOut: string[];
  /** The findings of the report, by their properties. */
  onlyOutcome?: Outcome;
  onlyLabel?: LabelFilter;
  onlyRule?: string;
  onlyFile?: string;
  onlyText?: string;
  failOn: FailOn[];
  /** The baseline file whose findings are accepted. */
  baseline?: string;
  /** The baseline file to which the findings that fail are added, with `reason` and `until`. */
  writeBaseline?: string;
  reason?: string;
  until?: string;
  /** Whether to show only what failed and errors. */
  quiet?: boolean;
  /** Whether to write workflow commands of GitHub Actions. */
  annotations?: boolean;
  color: boolean;
  model?: string;
  baseUrl?: string;
  embeddingModel?: string;
  promptVersion?: string;
  budgetTokens?: number;
  estimate?: boolean;
  keepAnswers?: string;
  /** Whether a bundle contains the checked files. */
  withSources?: boolean;
};
