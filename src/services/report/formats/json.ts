import { z } from 'zod';
import { outcomeSchema } from '../../../../engine/model/finding.ts';
import { resultSchema } from '../../../../engine/model/result.ts';
import { reportFacts } from '../facts.ts';
import { labelFilters, reviewedFilters, severityFilters } from '../finding-filter.ts';
import type { Report } from '../report.ts';

/** What a report contains besides the result. */
const aboutSchema = z
  .object({
    version: z.string().meta({ description: 'The version of Proviso that made the report.' }),
    madeAt: z.iso.datetime(),
    filter: z
      .object({
        outcome: outcomeSchema.exactOptional(),
        label: z.enum(labelFilters).exactOptional(),
        reviewed: z.enum(reviewedFilters).exactOptional(),
        severity: z.enum(severityFilters).exactOptional(),
        tag: z.string().exactOptional(),
        rule: z.string().exactOptional(),
        file: z.int().min(0).exactOptional(),
        text: z.string().exactOptional(),
      })
      .meta({
        id: 'ReportFilter',
        description:
          'The findings were selected by these properties; empty if the report contains all findings.',
      }),
    findingsOfRun: z.int().min(0).meta({ description: 'The number of findings before the filter.' }),
    facts: z.array(z.object({ name: z.string(), value: z.string() }).meta({ id: 'ReportFact' })).meta({
      description: 'Settings, checkers, certificates, times and versions, in words.',
    }),
  })
  .meta({ id: 'AboutReport' });

/** A result as a JSON report contains it: the findings and counts are those that the filter selects. */
export const jsonReportSchema = resultSchema.extend({ report: aboutSchema });

/** The report as JSON, with the findings in the order of the rules. */
export function jsonReport(report: Report): string {
  const { stored, total, filter, version, madeAt } = report;
  const about: z.infer<typeof aboutSchema> = {
    version,
    madeAt: madeAt.toISOString(),
    filter,
    findingsOfRun: total,
    facts: reportFacts(report),
  };
  return `${JSON.stringify({ ...stored, report: about }, null, 2)}\n`;
}
