import { z } from 'zod';
import { findingSchema, labelSchema, outcomeSchema } from '../../../engine/model/finding.ts';
import { findingCursor } from '../../domain/records/cursor.ts';
import { filledText, idOf, paging, queryIndex, strict } from '../fields.ts';

export const finding = findingSchema;

export const findingListInput = () =>
  strict({
    id: idOf('project'),
    ...paging(findingCursor),
    runId: idOf('run')
      .exactOptional()
      .meta({ description: 'A run of the project. By default, the last run.' }),
    label: z
      .enum([...labelSchema.options, 'not_assessed'])
      .exactOptional()
      .meta({ description: 'Only findings with this label; not_assessed selects findings without a label.' }),
    outcome: z
      .enum(outcomeSchema.options)
      .exactOptional()
      .meta({ description: 'Only findings with this outcome.' }),
    ruleKey: z
      .string()
      .exactOptional()
      .meta({ description: 'Only findings of the rule with this key (rule.key of a finding).' }),
    fileIndex: queryIndex().meta({
      description:
        'Only findings about the input file with this index, from 0. A run with the scope together has none.',
    }),
  });

export const reviewInput = () =>
  strict({
    id: idOf('project'),
    findingId: idOf('finding'),
    label: z
      .enum(labelSchema.options)
      .meta({ description: "The reviewer's label. The label that Proviso gave is kept." }),
    outcome: z
      .enum(outcomeSchema.options)
      .exactOptional()
      .meta({ description: "The reviewer's outcome. The outcome that Proviso gave is kept." }),
    reason: filledText(),
  }).meta({
    examples: [
      { label: 'CONFIRMED', outcome: 'satisfied', reason: 'I have read clause 6.3 in the signed copy.' },
    ],
  });

export const reviewRef = () => strict({ id: idOf('project'), findingId: idOf('finding') });
