import { z } from 'zod';
import { recordedRuleSchema, ruleChangeFields, ruleFields } from '../../../engine/model/rule.ts';
import { politicsCursor } from '../../domain/records/cursor.ts';
import { storedMetadata } from '../answers.ts';
import {
  byteCount,
  description,
  fileName,
  filledText,
  flag,
  httpUrl,
  idOf,
  jsonObject,
  metadata,
  pagingAndSearch,
  position,
  recordName,
  strict,
  textLengths,
  upTo,
} from '../fields.ts';
import { nameObjects } from '../schema-names.ts';

const fileTypes = ['word', 'pdf'] as const;

const fieldsOfRule = ruleFields();
nameObjects(fieldsOfRule, (field) => `Rule${field}Input`);
const rule = strict(fieldsOfRule).meta({ id: 'RuleInput' });

const knowledgeFile = strict({
  url: httpUrl().meta({ description: 'A public link, or the URL of an uploaded file.' }),
  type: z.enum(fileTypes),
  name: fileName(),
  size: byteCount().exactOptional().meta({ description: 'The size in bytes.' }),
}).meta({ id: 'PoliticsFileInput' });

const ruleUpdate = strict({ index: position(), ...ruleChangeFields(fieldsOfRule) }).meta({
  id: 'RuleUpdate',
  description: 'The position of a rule, from 0, and at least one field to change.',
  minProperties: 2,
});

const content = () => ({
  name: recordName(),
  description: description(),
  rules: z.array(rule).min(1).meta(upTo('rules')),
  knowledgeFiles: z.array(knowledgeFile).meta(upTo('knowledgeFiles')),
  contactNotifications: z
    .array(filledText().max(textLengths.url))
    .meta(upTo('recipients', 'Email addresses or https URLs to notify of results.')),
  outputFormat: jsonObject()
    .nullable()
    .meta({
      description:
        'The JSON shape to return results in: a JSON Schema, or an example. A $ref must refer to a part of the same ' +
        'schema; see docs/rules.md.',
    }),
  metadata: metadata(),
  secondSignOff: flag().meta({
    description:
      'Whether a run counts as signed off only after two different people have signed it with the same reviews.',
  }),
});

/** The fields that the service adds to a rule set. */
export const politicsIgnores = ['_id', 'workspaceId', 'userId', 'createdAt', 'updatedAt', 'status'] as const;

export const politicsCreateInput = () => {
  const { knowledgeFiles, contactNotifications, outputFormat, metadata, secondSignOff, ...required } =
    content();
  return strict({
    ...required,
    knowledgeFiles: knowledgeFiles.default([]),
    contactNotifications: contactNotifications.default([]),
    outputFormat: outputFormat.default(null),
    metadata: metadata.default({}),
    secondSignOff: secondSignOff.default(false),
  }).meta({
    examples: [
      {
        name: 'Supplier contracts',
        description: 'What every contract with a supplier must say.',
        rules: [{ name: 'Payment term', description: 'Invoices shall be paid within 30 days of receipt.' }],
      },
    ],
  });
};

export const politicsUpdateInput = () => {
  const { name, description, rules, knowledgeFiles, contactNotifications, outputFormat } = content();
  const { metadata, secondSignOff } = content();
  return strict({
    id: idOf('politics'),
    name: name.exactOptional(),
    description: description.exactOptional(),
    rules: rules.exactOptional(),
    knowledgeFiles: knowledgeFiles.exactOptional(),
    contactNotifications: contactNotifications.exactOptional(),
    outputFormat: outputFormat.exactOptional(),
    metadata: metadata.exactOptional(),
    secondSignOff: secondSignOff.exactOptional(),
    addRules: z.array(rule).exactOptional().meta(upTo('rules')),
    removeRules: z
      .array(position())
      .exactOptional()
      .meta({ description: 'The positions of the entries to remove, from 0.' }),
    updateRule: ruleUpdate.exactOptional(),
    addKnowledgeFiles: z.array(knowledgeFile).exactOptional().meta(upTo('knowledgeFiles')),
    removeKnowledgeFiles: z
      .array(position())
      .exactOptional()
      .meta({ description: 'The positions of the entries to remove, from 0.' }),
    addContactNotifications: z
      .array(filledText().max(textLengths.url))
      .exactOptional()
      .meta(upTo('recipients')),
    removeContactNotifications: z.array(z.string()).exactOptional(),
  }).meta({
    examples: [
      {
        description: 'What every contract with a supplier must say since May.',
        updateRule: { index: 0, description: 'Invoices shall be paid within 14 days of receipt.' },
      },
    ],
  });
};

export const lintInput = () =>
  strict({ rules: z.array(rule).min(1).meta(upTo('rules')) }).meta({
    examples: [
      { rules: [{ name: 'Payment term', description: 'Invoices shall be paid in a timely manner.' }] },
    ],
  });

const offset = (description: string) => z.int().min(0).meta({ description });

const lintProblem = z
  .object({
    rule: offset('The position of the rule, from 0.'),
    field: z.enum(['name', 'description', 'ifAbsent']),
    start: offset('Where the words begin in the field, in UTF-16 code units.'),
    end: offset('Where the words end in the field; the end is not included.'),
    code: z.string().meta({ description: 'See docs/rules.md.' }),
    severity: z.enum(['error', 'warning', 'info']),
    message: z.string(),
    advice: z.string(),
    other: z.int().min(0).optional().meta({
      description: 'The position of the other rule, if the problem is between two rules.',
    }),
    fix: z
      .object({
        field: z.enum(['name', 'description', 'ifAbsent', 'rule']),
        replacement: z.string().optional(),
        safe: z.boolean(),
      })
      .meta({ id: 'LintFix' })
      .optional()
      .meta({
        description:
          'A change that solves the problem. Without a replacement, the field is removed; for the field rule, the whole rule is. A safe change does not change what the rules require.',
      }),
  })
  .meta({ id: 'LintProblem' });

export const lintProblems = z.object({ problems: z.array(lintProblem) });

export const politicsRef = () => strict({ id: idOf('politics') });

export const politicsListInput = () => strict(pagingAndSearch(politicsCursor));

const storedRule = recordedRuleSchema.meta({ id: 'Rule' });

const storedFile = z
  .object({ url: z.string(), type: z.enum(fileTypes), name: z.string(), size: z.number().optional() })
  .meta({ id: 'PoliticsFile' });

/** The fields of a rule set that the user sets, in the form in which responses contain them. */
export const politicsFields = {
  name: z.string(),
  description: z.string(),
  rules: z.array(storedRule),
  knowledgeFiles: z.array(storedFile),
  contactNotifications: z.array(z.string()),
  outputFormat: jsonObject().nullable(),
  metadata: storedMetadata(),
};

export const politicsRecord = z
  .object({
    _id: z.string(),
    workspaceId: z.string(),
    userId: z.string(),
    ...politicsFields,
    secondSignOff: z.boolean().default(false),
    status: z.int().meta({ description: 'Always 1.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Politics' });
