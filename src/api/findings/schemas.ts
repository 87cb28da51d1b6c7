import { z } from 'zod';
import { citationSchema } from '../../../engine/model/citation.ts';
import {
  checkerSchema,
  findingSchema,
  labelSchema,
  outcomeSchema,
  reviewSchema,
  searchSchema,
} from '../../../engine/model/finding.ts';
import { locatorSchema } from '../../../engine/model/locator.ts';
import { filledText, objectId, paging, queryIndex, strict } from '../fields.ts';

// Named parts of the document; they are part of answers alone, so the REST adapter never changes them.
z.globalRegistry.add(citationSchema, { id: 'Citation' });
z.globalRegistry.add(locatorSchema, { id: 'Locator' });
z.globalRegistry.add(searchSchema, { id: 'Search' });
z.globalRegistry.add(checkerSchema, { id: 'Checker' });
z.globalRegistry.add(reviewSchema, { id: 'Review' });
z.globalRegistry.add(findingSchema, { id: 'Finding' });

export const finding = findingSchema;

export const findingListInput = () =>
  strict({
    id: objectId(),
    ...paging(),
    runId: objectId()
      .exactOptional()
      .meta({ description: 'A run of the project; the last one when not given.' }),
    label: z.enum([...labelSchema.options, 'not_assessed']).exactOptional(),
    outcome: z.enum(outcomeSchema.options).exactOptional(),
    ruleKey: z.string().exactOptional(),
    fileIndex: queryIndex().meta({ description: 'Findings of this input file alone, with scope each.' }),
  });

export const reviewInput = () =>
  strict({
    id: objectId(),
    findingId: objectId(),
    label: z
      .enum(labelSchema.options)
      .meta({ description: "The person's label; the machine's stays beside it." }),
    reason: filledText(),
  });

export const reviewRef = () => strict({ id: objectId(), findingId: objectId() });
