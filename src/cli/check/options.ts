import type { Scope } from '../../../engine/model/rule.ts';
import { reportFormatNames } from '../../services/report/formats.ts';

export const scopes = ['together', 'each'] as const satisfies readonly Scope[];
/** `table` is a format of the command line only. The API has the other formats too. */
export const formats = ['table', ...reportFormatNames] as const;
export const failOnValues = [
  'violated',
  'violated:confirmed',
  'violated:estimated',
  'not-found',
  'incomplete',
] as const;

export type Format = (typeof formats)[number];
export type FailOn = (typeof failOnValues)[number];

/** The options of `proviso check` as the user gave them. */
export type CheckOptions = {
  rules: string;
  knowledge: string[];
  scope: Scope;
  format?: Format;
  out?: string;
  failOn: FailOn[];
  color: boolean;
  model?: string;
  baseUrl?: string;
  embeddingModel?: string;
  promptVersion?: string;
  budgetTokens?: number;
  estimate?: boolean;
  keepAnswers?: string;
};
