import { z } from 'zod';
import { outcomeSchema } from '../../../engine/model/finding.ts';
import {
  type FindingFilter,
  labelFilters,
  reviewedFilters,
  severityFilters,
} from '../../services/report/finding-filter.ts';
import { reportFormatNames, reportFormats } from '../../services/report/formats.ts';
import type { ReportRequest } from '../../services/report/reports.ts';
import { filledText, idOf, queryIndex, strict, workspaceInLink } from '../fields.ts';

const formatList = reportFormatNames
  .map((name) => `${name}: ${reportFormats[name].title}, ${reportFormats[name].purpose}.`)
  .join(' ');

export const reportQuery = () =>
  strict({
    workspace: workspaceInLink(),
    format: z.enum(reportFormatNames).default('json').meta({ description: formatList }),
    runId: idOf('run')
      .exactOptional()
      .meta({ description: 'A run of the project. By default, the last run that has ended.' }),
    outcome: z
      .enum(outcomeSchema.options)
      .exactOptional()
      .meta({ description: 'Only findings with this outcome.' }),
    label: z
      .enum(labelFilters)
      .exactOptional()
      .meta({ description: 'Only findings with this label; not_assessed selects findings without a label.' }),
    reviewed: z
      .enum(reviewedFilters)
      .exactOptional()
      .meta({ description: 'Only findings that a person has reviewed, or only those that no person has.' }),
    severity: z.enum(severityFilters).exactOptional().meta({
      description: 'Only findings of rules with this severity; not_set selects rules without one.',
    }),
    tag: filledText().exactOptional().meta({ description: 'Only findings of rules with this tag.' }),
    ruleKey: filledText()
      .exactOptional()
      .meta({ description: 'Only findings of the rule with this key (rule.key of a finding).' }),
    fileIndex: queryIndex().meta({
      description:
        'Only findings about the input file with this index, from 0: those for which only this file was checked, or that cite it.',
    }),
    text: filledText().exactOptional().meta({
      description:
        'Only findings that contain all of these words: in the rule, the statement, the quotes, the names of files, or the review.',
    }),
  });

/** What a query of `reportQuery` asks for. */
export function reportRequest({
  format,
  runId,
  ruleKey,
  fileIndex,
  workspace: _,
  ...chosen
}: z.infer<ReturnType<typeof reportQuery>>): ReportRequest {
  const filter: FindingFilter = {
    ...chosen,
    ...(ruleKey !== undefined && { rule: ruleKey }),
    ...(fileIndex !== undefined && { file: fileIndex }),
  };
  return { format, filter, ...(runId !== undefined && { runId }) };
}
