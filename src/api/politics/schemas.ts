import { z } from 'zod';
import { ruleDescriptionSchema } from '../../../engine/model/rule.ts';
import { byteCount, filledText, httpUrl, jsonObject, objectId, paging, position, strict } from '../fields.ts';

const rule = () =>
  strict({
    name: filledText(),
    description: ruleDescriptionSchema.clone(),
    ifAbsent: z
      .enum(['violated', 'satisfied'])
      .exactOptional()
      .meta({ description: 'What it means for the rule when nothing in the files bears on it.' }),
  });

const knowledgeFile = () =>
  strict({
    url: httpUrl().meta({ description: 'Public link, or the URL of an uploaded file.' }),
    type: z.enum(['word', 'pdf']),
    name: filledText(),
    size: byteCount().exactOptional().meta({ description: 'Bytes.' }),
  });

const content = () => ({
  name: filledText(),
  description: filledText(),
  rules: z.array(rule()).min(1),
  knowledgeFiles: z.array(knowledgeFile()),
  contactNotifications: z
    .array(filledText())
    .meta({ description: 'Emails or https URLs to notify of results.' }),
  outputFormat: jsonObject()
    .nullable()
    .meta({ description: 'The shape results are wished in: a JSON Schema, or an example.' }),
});

/** What the service adds to a politics. */
export const politicsIgnores = ['_id', 'userId', 'createdAt', 'updatedAt', 'status'] as const;

export const politicsCreateInput = () => {
  const { knowledgeFiles, contactNotifications, outputFormat, ...required } = content();
  return strict({
    ...required,
    knowledgeFiles: knowledgeFiles.default([]),
    contactNotifications: contactNotifications.default([]),
    outputFormat: outputFormat.default(null),
  });
};

export const politicsUpdateInput = () => {
  const { name, description, rules, knowledgeFiles, contactNotifications, outputFormat } = content();
  return strict({
    id: objectId(),
    name: name.exactOptional(),
    description: description.exactOptional(),
    rules: rules.exactOptional(),
    knowledgeFiles: knowledgeFiles.exactOptional(),
    contactNotifications: contactNotifications.exactOptional(),
    outputFormat: outputFormat.exactOptional(),
    addRules: z.array(rule()).exactOptional(),
    removeRules: z.array(position()).exactOptional().meta({ description: 'Positions from 0.' }),
    updateRule: strict({
      index: position(),
      name: filledText().exactOptional(),
      description: filledText().exactOptional(),
    }).exactOptional(),
    addKnowledgeFiles: z.array(knowledgeFile()).exactOptional(),
    removeKnowledgeFiles: z.array(position()).exactOptional().meta({ description: 'Positions from 0.' }),
    addContactNotifications: z.array(filledText()).exactOptional(),
    removeContactNotifications: z.array(z.string()).exactOptional(),
  });
};

export const politicsRef = () => strict({ id: objectId() });

export const politicsListInput = () =>
  strict({
    ...paging(),
    search: z
      .string()
      .exactOptional()
      .meta({ description: 'Found in name or description, whatever the case; taken literally.' }),
  });

/** What a user decides about a politics, as answers show it. */
export const politicsFields = {
  name: z.string(),
  description: z.string(),
  rules: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      ifAbsent: z.enum(['violated', 'satisfied']).optional(),
    }),
  ),
  knowledgeFiles: z.array(
    z.object({
      url: z.string(),
      type: z.enum(['word', 'pdf']),
      name: z.string(),
      size: z.number().optional(),
    }),
  ),
  contactNotifications: z.array(z.string()),
  outputFormat: jsonObject().nullable(),
};

export const politicsRecord = z
  .object({
    _id: z.string(),
    userId: z.string(),
    ...politicsFields,
    status: z.int().meta({ description: '1; no other value is known.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Politics' });
