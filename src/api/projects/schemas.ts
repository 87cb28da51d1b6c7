import { z } from 'zod';
import { filledText, httpUrl, objectId, paging, strict } from '../fields.ts';
import { finding } from '../findings/schemas.ts';
import { runProgress, runResult, runSummary } from '../runs/schemas.ts';

const linkedTypes = ['video', 'document', 'url', 'photo', 'audio'] as const;
const types = [...linkedTypes, 'text'];

const linkedFile = () =>
  strict({
    name: filledText(),
    type: z.enum(linkedTypes),
    url: httpUrl().meta({ description: 'Public link, or the URL of an uploaded file.' }),
  });

const textFile = () =>
  strict({
    name: filledText(),
    type: z.literal('text'),
    content: z.string().min(1).meta({ description: 'Kept as a file of its own; the record has its URL.' }),
  });

const projectFile = () =>
  z.discriminatedUnion('type', [linkedFile(), textFile()], {
    error: (issue) => (issue.code === 'invalid_union' ? `must be one of ${types.join(', ')}` : undefined),
  });

const recipients = () =>
  z.array(filledText()).meta({
    description: 'Emails or https URLs to notify of results, beside those of the politics.',
  });

const scope = () =>
  z.enum(['together', 'each']).meta({
    description: 'together: all files are parts of one matter. each: every file is checked on its own.',
  });

const promptVersions = () =>
  z.string().meta({
    description:
      'Versions of the prompts to ask a model with, such as rule-check@2; nothing: those of the service.',
  });

/** What the service adds to a project. */
export const projectIgnores = [
  '_id',
  'userId',
  'createdAt',
  'updatedAt',
  'progress',
  'result',
  'runs',
] as const;

export const projectCreateInput = () =>
  strict({
    name: filledText(),
    description: filledText(),
    politicsId: objectId(),
    files: z.array(projectFile()).default([]),
    contactNotifications: recipients().default([]),
    scope: scope().default('together'),
    promptVersions: promptVersions().exactOptional(),
    status: z
      .enum(['draft', 'completed', 'failed', 'canceled'])
      .exactOptional()
      .meta({ description: 'Ignored: a project starts as a draft. Deploy it with PUT.' }),
  });

export const projectUpdateInput = () =>
  strict({
    id: objectId(),
    name: filledText().exactOptional(),
    description: filledText().exactOptional(),
    politicsId: objectId().exactOptional(),
    files: z.array(projectFile()).exactOptional(),
    contactNotifications: recipients().exactOptional(),
    scope: scope().exactOptional(),
    promptVersions: promptVersions().exactOptional(),
    status: z.string().exactOptional().meta({
      description: 'deploying starts a run; the status it has changes nothing; all else is refused.',
    }),
  });

export const projectRef = () => strict({ id: objectId() });

export const projectListInput = () =>
  strict({
    ...paging(),
    search: z
      .string()
      .exactOptional()
      .meta({ description: 'Found in name or description, whatever the case; taken literally.' }),
  });

const projectFields = {
  _id: z.string(),
  userId: z.string(),
  name: z.string(),
  description: z.string(),
  politicsId: z.string(),
  files: z.array(z.object({ name: z.string(), type: z.enum(linkedTypes), url: z.string() })),
  contactNotifications: z.array(z.string()).default([]),
  scope: z.enum(['together', 'each']),
  promptVersions: z.string().optional(),
  status: z.enum(['draft', 'deploying', 'completed', 'failed', 'canceled']),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

export const projectRecord = z.object(projectFields).meta({ id: 'Project' });

export const projectView = z
  .object({
    ...projectFields,
    progress: runProgress
      .nullable()
      .meta({ description: 'How far the last run is; null before the first deploy.' }),
    result: runResult
      .extend({
        runId: z.string(),
        findings: z.array(finding).meta({ description: 'The first 100.' }),
        findingsTotal: z.int(),
        findingsUrl: z.string().meta({ description: 'Where all findings are, page by page.' }),
      })
      .nullable()
      .meta({ description: 'What the last run found, once it has ended.' }),
    runs: z.array(runSummary).meta({ description: 'The last 20 runs, newest first.' }),
  })
  .meta({ id: 'ProjectView' });

const effort = z
  .object({
    calls: z.int(),
    inputTokens: z.int(),
    outputTokens: z.int(),
    cost: z
      .number()
      .optional()
      .meta({ description: 'By MODEL_PRICES, where they are set; with nothing cached.' }),
  })
  .meta({ id: 'Effort' });

export const projectEstimate = z
  .object({
    model: z.string().nullable().meta({ description: 'Null where rules are checked by their words alone.' }),
    checks: z.int().meta({ description: 'Rules times subjects.' }),
    least: effort,
    most: effort,
    files: runResult.shape.files,
  })
  .meta({ id: 'ProjectEstimate' });
