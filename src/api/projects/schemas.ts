import { z } from 'zod';
import { namedFile } from '../../../engine/model/source.ts';
import { projectCursor } from '../../domain/records/cursor.ts';
import { isSchedule } from '../../services/watches/schedule.ts';
import { nextCursor, storedMetadata } from '../answers.ts';
import {
  description,
  fileName,
  filledText,
  httpUrl,
  idOf,
  metadata,
  pagingAndSearch,
  recordName,
  strict,
  textLengths,
  upTo,
} from '../fields.ts';
import { finding } from '../findings/schemas.ts';
import { runProgress, runResult, runSummary, subjectScope } from '../runs/schemas.ts';
import { projectStatus } from './status.ts';

const linkedTypes = ['video', 'document', 'url', 'photo', 'audio'] as const;
const types = [...linkedTypes, 'text'];

const named = {
  name: fileName(),
  versionOf: fileName().exactOptional().meta({
    description:
      'The name of the file of the project whose new version this file is, or of any earlier version. Runs compare both, and reviews apply where the evidence is the same. Stored as the name of the first version.',
  }),
};

const linkedFile = strict({
  ...named,
  type: z.enum(linkedTypes),
  url: httpUrl().meta({ description: 'A public link, or the URL of an uploaded file.' }),
}).meta({ id: 'LinkedFileInput' });

const textFile = strict({
  ...named,
  type: z.literal('text'),
  content: z
    .string()
    .min(1)
    .meta({ description: 'The text. It is stored as a file, and responses contain the URL of that file.' }),
}).meta({ id: 'TextFileInput' });

export const projectFile = z
  .discriminatedUnion('type', [linkedFile, textFile], {
    error: (issue) => (issue.code === 'invalid_union' ? `must be one of ${types.join(', ')}` : undefined),
  })
  .meta({ id: 'ProjectFileInput' });

const recipients = () =>
  z
    .array(filledText().max(textLengths.url))
    .meta(
      upTo(
        'recipients',
        'Email addresses or https URLs to notify of results, in addition to those of the rule set.',
      ),
    );

const scope = () =>
  z.enum(['together', 'each']).meta({
    description:
      'together: all files are checked together as one subject. each: every file is checked on its own.',
  });

const promptVersion = '([a-z][a-z0-9-]*@)?[A-Za-z0-9][A-Za-z0-9._-]*';

const promptVersions = () =>
  z
    .string()
    .regex(
      new RegExp(`^(${promptVersion}( *, *${promptVersion})*)?$`),
      'must be versions such as rule-check@2',
    )
    .meta({
      description:
        'The prompt versions to use, separated by commas, such as rule-check@2. If empty, the service uses its default versions.',
    });

const watchInput = strict({
  folder: filledText().max(textLengths.url).meta({
    description:
      'The absolute path of a folder, or s3://bucket/prefix. It must be in a folder that the operator allows with WATCH_FOLDERS.',
  }),
  schedule: z
    .string()
    .max(textLengths.name)
    .refine(
      isSchedule,
      'must be a number with a unit, from 10s to 999d, such as 15m, or the five fields of cron and a time zone, such as 0 7 * * 1-5 Europe/Berlin',
    )
    .meta({
      description:
        'The time between two looks at the folder, such as 15m, 1h or 1d; or the times of the looks, as the five fields of cron (minute, hour, day of the month, month, day of the week) and a time zone, such as 0 7 * * 1-5 Europe/Berlin. Without a time zone, the times are in UTC.',
    }),
}).meta({ id: 'WatchInput' });

const watch = () =>
  watchInput.nullable().exactOptional().meta({
    description:
      'A folder whose files replace those of the project, which is checked again when they change; null ends the watch. Each request with a watch has the folder looked at at once. A token needs the scope `run` too.',
  });

/** The fields that the service adds to a project. */
export const projectIgnores = [
  '_id',
  'workspaceId',
  'userId',
  'createdAt',
  'updatedAt',
  'progress',
  'result',
  'runs',
  'watchState',
] as const;

export const projectCreateInput = () =>
  strict({
    name: recordName(),
    description: description(),
    politicsId: idOf('politics'),
    files: z.array(projectFile).default([]).meta(upTo('files')),
    contactNotifications: recipients().default([]),
    metadata: metadata().default({}),
    scope: scope().default('together'),
    promptVersions: promptVersions().exactOptional(),
    watch: watch(),
    status: z.enum(projectStatus.options).exclude(['deploying']).exactOptional().meta({
      description:
        'Ignored: a project starts as a draft. To start a check, send PUT /projects/{id} with status deploying.',
    }),
  }).meta({
    examples: [
      {
        name: 'Contract with Acme',
        description: 'The draft of May.',
        politicsId: '65f0c0ffee65f0c0ffee65f0',
        files: [
          { name: 'terms.txt', type: 'text', content: 'Invoices shall be paid within 30 days of receipt.' },
        ],
      },
    ],
  });

export const projectUpdateInput = () =>
  strict({
    id: idOf('project'),
    name: recordName().exactOptional(),
    description: description().exactOptional(),
    politicsId: idOf('politics').exactOptional(),
    files: z.array(projectFile).exactOptional().meta(upTo('files')),
    contactNotifications: recipients().exactOptional(),
    metadata: metadata().exactOptional(),
    scope: scope().exactOptional(),
    promptVersions: promptVersions().exactOptional(),
    watch: watch(),
    status: z.enum(projectStatus.options).exactOptional().meta({
      description:
        'deploying starts a run. If you send the current status of the project, nothing changes. Any other status is rejected.',
    }),
  }).meta({ examples: [{ status: 'deploying' }] });

export const projectRef = () => strict({ id: idOf('project') });

export const projectListInput = () => strict(pagingAndSearch(projectCursor));

const storedFile = z
  .object({ ...namedFile, type: z.enum(linkedTypes), url: z.string() })
  .meta({ id: 'ProjectFile' });

const projectFields = {
  _id: z.string(),
  workspaceId: z.string(),
  userId: z.string(),
  name: z.string(),
  description: z.string(),
  politicsId: z.string(),
  files: z.array(storedFile),
  contactNotifications: z.array(z.string()).default([]),
  metadata: storedMetadata(),
  scope: subjectScope,
  promptVersions: z.string().optional(),
  watch: z
    .object({ folder: z.string(), schedule: z.string() })
    .meta({ id: 'Watch' })
    .nullable()
    .optional()
    .meta({ description: 'The folder from which the files are taken; null or absent if they are not.' }),
  status: projectStatus,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

export const projectRecord = z.object(projectFields).meta({ id: 'Project' });

const watchState = z
  .object({
    lastLookAt: z.iso.datetime().nullable(),
    nextLookAt: z.iso.datetime().nullable().meta({ description: 'Null if the watch has stopped.' }),
    lastChange: z
      .object({
        at: z.iso.datetime(),
        added: z.int(),
        changed: z.int(),
        removed: z.int(),
        runId: z.string(),
      })
      .meta({ id: 'WatchChange' })
      .nullable()
      .meta({ description: 'The last look that found other files, and the run that it started.' }),
    waiting: z.array(z.object({ name: z.string(), reason: z.string() }).meta({ id: 'WaitingFile' })).meta({
      description: 'The files that were not taken, such as those that are still being written. At most 20.',
    }),
    waitingTotal: z.int().meta({ description: 'The number of files that were not taken.' }),
    problem: z.string().nullable().meta({ description: 'Why the last look did not start a check.' }),
  })
  .meta({ id: 'WatchState' });

export const projectView = z
  .object({
    ...projectFields,
    progress: runProgress
      .nullable()
      .meta({ description: 'The progress of the last run; null before the first check.' }),
    result: runResult
      .extend({
        runId: z.string(),
        findings: z
          .array(finding)
          .meta({ description: 'The first 100 findings, or fewer if they are large.' }),
        findingsTotal: z.int(),
        nextCursor: nextCursor(
          'The cursor of the next findings: request findingsUrl with after set to this value. Null if there are no more.',
        ),
        findingsUrl: z.string().meta({ description: 'The URL of the list of all findings.' }),
      })
      .meta({ id: 'ProjectResult' })
      .nullable()
      .meta({ description: 'The result of the last run after it has ended.' }),
    runs: z.array(runSummary).meta({ description: 'The last 20 runs, newest first.' }),
    watchState: watchState.nullable().meta({ description: 'Null if the project watches no folder.' }),
  })
  .meta({ id: 'ProjectView' });

const effort = z
  .object({
    calls: z.int(),
    inputTokens: z.int(),
    outputTokens: z.int(),
    cost: z.number().optional().meta({
      description: 'The cost if no tokens are cached. Absent unless the operator has set MODEL_PRICES.',
    }),
  })
  .meta({ id: 'Effort' });

export const projectEstimate = z
  .object({
    model: z
      .string()
      .nullable()
      .meta({ description: 'The language model that checks rules; null if rules are checked without one.' }),
    checks: z.int().meta({ description: 'The number of rules times the number of subjects.' }),
    least: effort,
    most: effort,
    files: runResult.shape.files,
  })
  .meta({ id: 'ProjectEstimate' });
