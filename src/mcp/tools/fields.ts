import { z } from 'zod';
import { ruleSchema } from '../../../engine/model/rule.ts';
import { filledText, strict } from '../../api/fields.ts';
import { listLimits } from '../../domain/records/list-limits.ts';
import type { AgentService } from '../agent-service.ts';

export const rules = () =>
  z.array(ruleSchema).min(1).max(listLimits.rules).meta({
    description: 'Rules, one duty each. name is a short heading, description is the duty as a sentence.',
  });

export const after = () =>
  filledText()
    .optional()
    .meta({ description: 'The nextCursor of the previous answer, to get the next page.' });

export const run = () =>
  filledText().max(100).meta({ description: 'The id of a run, as check and start_run return it.' });

/** The fields that name what to read. */
export const sourceFields = ({ fileWords }: Pick<AgentService, 'fileWords'>) => ({
  files: z.array(filledText()).max(listLimits.files).default([]).meta({ description: fileWords }),
  texts: z
    .array(strict({ name: filledText().max(500), text: z.string().min(1) }))
    .max(listLimits.files)
    .default([])
    .meta({ description: 'Texts to read in place of files, each with a name such as email.txt.' }),
});
