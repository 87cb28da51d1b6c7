import {
  assetsOfRun,
  dueAt,
  type Run,
  type RunHead,
  type RunResult,
  type RunSnapshot,
} from '../../../domain/runs/run.ts';
import {
  type ContentRef,
  dateOf,
  type RunDoc,
  type RunHeadDoc,
  type RunOutput,
  timeOf,
} from '../database/records.ts';
import { type Contents, outputOf } from '../pieces/contents.ts';

/**
 * The stored fields that make up a `RunHead` (a run without its large parts), and the fields that a compare-and-set
 * needs.
 */
export const headFields = [
  'workspaceId',
  'userId',
  'projectId',
  'createdAt',
  'updatedAt',
  'version',
  'state',
  'released',
  'settled',
  'progress',
  'attempts',
  'failures',
  'lastError',
  'nextAttemptAt',
  'leaseOwner',
  'fence',
  'findings',
  'captures',
  'summary',
  'signOff',
  'earlierSignOffs',
  'origin',
  'startedAt',
  'endedAt',
  'assetIds',
  'revision',
  'pending',
  'batches',
] as const satisfies (keyof RunHeadDoc)[];

export type StoredHead = Pick<RunDoc, '_id' | (typeof headFields)[number]>;

export function headOf(stored: StoredHead): RunHead {
  const { _id, workspaceId, userId, projectId } = stored;
  return {
    ...{ _id, workspaceId, userId, projectId },
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
    ...sameInBoth(stored),
    nextAttemptAt: timeOf(stored.nextAttemptAt),
    lease: { owner: stored.leaseOwner, fence: stored.fence },
    startedAt: timeOf(stored.startedAt),
    endedAt: timeOf(stored.endedAt),
  };
}

/** Returns the stored fields of a run's head that can change. */
export function changingFields(head: RunHead) {
  const due = dueAt(head);
  return {
    updatedAt: new Date(head.updatedAt),
    ...sameInBoth(head),
    nextAttemptAt: dateOf(head.nextAttemptAt),
    waiting: due !== null,
    dueAt: due,
    leaseOwner: head.lease.owner,
    fence: head.lease.fence,
    startedAt: dateOf(head.startedAt),
    endedAt: dateOf(head.endedAt),
  };
}

/** Returns the fields that can change and that have the same form in a `RunHead` and in the stored document. */
function sameInBoth(head: RunHead | StoredHead) {
  const { version, state, released, settled, findings, signOff, earlierSignOffs, origin } = head;
  const { progress, attempts, failures, lastError, captures, summary } = head;
  return {
    ...{ version, state, released, settled, findings },
    ...{ progress, attempts, failures, lastError, captures, summary },
    ...(signOff !== undefined && { signOff }),
    ...(earlierSignOffs !== undefined && { earlierSignOffs }),
    ...(origin !== undefined && { origin }),
  };
}

/**
 * Creates the document of a run that is new in this store. If the run has a result, writes the output of the result
 * first.
 */
export async function newRunDoc(contents: Contents, run: Run): Promise<RunDoc> {
  const { _id, workspaceId, userId, projectId } = run;
  return {
    ...{ _id, workspaceId, userId, projectId },
    createdAt: new Date(run.createdAt),
    ...changingFields(run),
    ...snapshotFields(run),
    ...(await resultFields(contents, run, run.result)),
    assetIds: assetsOfRun(run),
    revision: 1,
    pending: [],
    batches: 0,
  };
}

/** Returns the fields with the copies of the rule set and of the files that a run keeps. These copies never change. */
export function snapshotFields({ politics, files, scope, notTaken }: RunSnapshot) {
  const { outputFormat, ...rest } = politics;
  const json = outputFormat === null ? null : JSON.stringify(outputFormat);
  return { politics: { ...rest, outputFormat: json }, files, scope, ...(notTaken && { notTaken }) };
}

/** Writes the output of a result, and returns the fields of the result. */
export async function resultFields(
  contents: Contents,
  { _id, workspaceId }: Pick<Run, '_id' | 'workspaceId'>,
  result: Run['result'],
): Promise<Pick<RunDoc, 'result' | 'output'>> {
  if (result === null) return { result: null, output: null };
  const { output, outputSources, outputGaps, ...rest } = result;
  const bytes = Buffer.from(JSON.stringify({ output, outputSources, outputGaps } satisfies RunOutput));
  return {
    result: withRuleKeys(rest, (key) => key.replaceAll('.', dotInName)),
    output: await contents.write(workspaceId, outputOf(_id), bytes),
  };
}

/**
 * What the name of a field has in the place of a dot. Some servers that speak the protocol of MongoDB refuse dots in
 * names. The key of a rule cannot contain this character, because its id has only ASCII characters.
 */
const dotInName = '\uff0e';

/** The result with other keys in the counts of its rules. */
function withRuleKeys<Result extends Pick<RunResult, 'counts'>>(
  result: Result,
  keyOf: (key: string) => string,
): Result {
  const { byRule, ...counts } = result.counts;
  const entries = Object.entries(byRule).map(([key, tally]) => [keyOf(key), tally] as const);
  return { ...result, counts: { ...counts, byRule: Object.fromEntries(entries) } };
}

/** Returns the whole run; null if the output of its result was replaced or removed after the record was read. */
export async function runOf(contents: Contents, stored: RunDoc): Promise<Run | null> {
  const { politics, files, scope, notTaken, result } = stored;
  const { outputFormat, ...rest } = politics;
  const output = stored.output && (await readOutput(contents, stored, stored.output));
  if (result !== null && output === null) return null;
  return {
    ...headOf(stored),
    politics: { ...rest, outputFormat: outputFormat === null ? null : JSON.parse(outputFormat) },
    files,
    scope,
    ...(notTaken && { notTaken }),
    result: result &&
      output && { ...withRuleKeys(result, (key) => key.replaceAll(dotInName, '.')), ...output },
  };
}

async function readOutput(
  contents: Contents,
  { _id, workspaceId }: Pick<RunDoc, '_id' | 'workspaceId'>,
  ref: ContentRef,
): Promise<RunOutput | null> {
  const bytes = await contents.read(workspaceId, outputOf(_id), ref);
  return bytes === null ? null : JSON.parse(bytes.toString());
}
