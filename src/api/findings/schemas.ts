import { z } from 'zod';
import { findingSchema, labelSchema, outcomeSchema } from '../../../engine/model/finding.ts';
import { findingCursor } from '../../domain/cursor.ts';
import { filledText, idOf, paging, queryIndex, strict } from '../fields.ts';

export const finding = findingSchema;

export const findingListInput = () =>
  strict({
    id: idOf('project'),
    ...paging(findingCursor),
    runId: idOf('run')
      .exactOptional()
      .meta({ description: 'A run of the project; the last one when not given.' }),
    label: z
      .enum([...labelSchema.options, 'not_assessed'])
      .exactOptional()
      .meta({ description: 'Findings with this label alone; not_assessed: those that have none.' }),
    outcome: z
      .enum(outcomeSchema.options)
      .exactOptional()
      .meta({ description: 'Findings with this outcome alone.' }),
    ruleKey: z
      .string()
      .exactOptional()
      .meta({ description: 'Findings of the rule with this key alone, as rule.key of a finding.' }),
    fileIndex: queryIndex().meta({ description: 'Findings of this input file alone, with scope each.' }),
  });

export const reviewInput = () =>
  strict({
    id: idOf('project'),
    findingId: idOf('finding'),
    label: z
      .enum(labelSchema.options)
      .meta({ description: "The person's label; the machine's stays beside it." }),
    reason: filledText(),
  }).meta({ examples: [{ label: 'CONFIRMED', reason: 'I have read clause 6.3 in the signed copy.' }] });

export const reviewRef = () => strict({ id: idOf('project'), findingId: idOf('finding') });
