import { z } from 'zod';
import { fileReportSchema, warningSchema } from '../../../engine/model/result.ts';
import { recordedRuleSchema } from '../../../engine/model/rule.ts';
import { strict, upTo } from '../fields.ts';
import { projectFile } from '../projects/schemas.ts';

export const extractInput = () =>
  strict({
    files: z
      .array(projectFile)
      .min(1)
      .meta(upTo('files', 'The documents that have the rules, as a project names files.')),
  }).meta({
    examples: [
      {
        files: [
          {
            name: 'policy.txt',
            type: 'text',
            content: '1 Invoices\nInvoices shall be paid within 30 days of receipt.',
          },
        ],
      },
    ],
  });

const leftOutSentence = z
  .object({
    file: z.string(),
    page: z.int().min(1).optional().meta({ description: 'Counts from 1.' }),
    clause: z.string().optional(),
    quote: z.string(),
    reason: z.string().meta({ description: 'See docs/rules.md.' }),
    of: z.string().optional().meta({ description: 'The id of the rule that a duplicate repeats.' }),
  })
  .meta({ id: 'LeftOutSentence' });

export const extractedRules = z.object({
  rules: z.array(recordedRuleSchema),
  leftOut: z.array(leftOutSentence),
  sentences: z.int().min(0).meta({
    description: 'The number of normative sentences: those of the rules, and those left out.',
  }),
  files: z.array(fileReportSchema),
  warnings: z.array(warningSchema),
});
