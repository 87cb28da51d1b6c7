import { AppError, refuseInvalid } from '../../domain/errors.ts';
import type { Politics } from '../../domain/politics.ts';
import { type Project, type ProjectPatch, requireIdle } from '../../domain/project.ts';
import { metadataProblems } from '../../domain/records/metadata.ts';
import { newObjectId, requireObjectId } from '../../domain/records/object-id.ts';
import type { Actor, Owned } from '../../domain/records/owned.ts';
import { firstStamp } from '../../domain/records/versioned.ts';
import { hasEnded, noProgress, type Run } from '../../domain/runs/run.ts';
import type { WaitingFile } from '../../domain/watch.ts';
import { currentOrigin } from '../../process/origin.ts';
import type { Dependencies } from '../dependencies.ts';
import { checkFiles, storeFiles, versionsOf } from '../files/project-files.ts';
import { checkRecipients } from '../notifications/recipients.ts';
import { checkPrompts } from '../prompt-versions.ts';
import { type Expected, requireVersion } from '../records/expected.ts';
import { ownedPolitics, ownedProject } from '../records/owned-records.ts';
import { checkedWatch, makeDue } from '../watches/set-watch.ts';
import { recordCreation, runFinalizer } from './run-finalizer.ts';

/** `waiting` has the files that a look at a watched folder has just left out; by default, those of the last look. */
type UpdateOptions = { recordId?: string; expected?: Expected; waiting?: readonly WaitingFile[] };

/** The number of attempts to start a run while other requests keep changing the project. */
const maxTries = 10;

/** Creates the operations that start or cancel the run of a project. */
export function deployments(dependencies: Dependencies) {
  const { store, queue, clock, limits } = dependencies;
  const { settle, settled } = runFinalizer(dependencies);

  function admitRun(unended: number): void {
    if (unended < limits.LIMIT_UNENDED_RUNS) return;
    throw new AppError(
      'too_many_runs',
      `the account has ${unended} waiting or active runs, and at most ${limits.LIMIT_UNENDED_RUNS} are allowed: wait until one has ended, or cancel one`,
    );
  }

  async function update(actor: Actor, id: string, patch: ProjectPatch, options: UpdateOptions = {}) {
    checkRecipients(patch.contactNotifications ?? [], dependencies);
    refuseInvalid(metadataProblems(patch.metadata, limits.LIMIT_METADATA));
    await checkPrompts(patch.promptVersions, dependencies);
    const watch = await checkedWatch(actor, patch.watch, dependencies);
    const assetIds = await checkFiles(actor, patch.files ?? [], dependencies);
    const politicsId = patch.politicsId && requireObjectId(patch.politicsId, 'politicsId');
    const right = patch.status === 'deploying' ? 'run' : 'write';
    const project = await settled(await ownedProject(actor, right, id, store));
    if (politicsId && politicsId !== project.politicsId)
      await ownedPolitics(actor, 'write', politicsId, store);
    if (options.recordId !== undefined && project.runId === options.recordId) return project;
    requireKnownStatus(patch.status, project);
    requireIdle(project);
    requireVersion(project, options.expected);
    const versions = versionsOf(patch.files ?? [], project.files);
    const { files, discard } = await storeFiles(actor, versions, assetIds, dependencies);
    const { name, description, contactNotifications, metadata, scope, promptVersions } = patch;
    const change: Partial<Project> = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(scope !== undefined && { scope }),
      ...(promptVersions !== undefined && { promptVersions }),
      ...(contactNotifications && { contactNotifications }),
      ...(metadata && { metadata }),
      ...(politicsId && { politicsId }),
      ...(patch.files && { files }),
      ...(watch !== undefined && { watch }),
    };
    try {
      await makeDue(project, watch, dependencies);
      if (patch.status === 'deploying') return await startRun(actor, project, change, options);
      return await edit(actor, project, options.expected, change);
    } catch (error) {
      await discard();
      throw error;
    }
  }

  async function edit(
    actor: Actor,
    project: Owned<Project>,
    expected: Expected | undefined,
    change: Partial<Project>,
  ): Promise<Project> {
    const changed = await store.projects.update(actor.workspaceId, project._id, (current) => {
      requireIdle(current);
      requireVersion(current, expected);
      return { ...current, ...change };
    });
    return changed ?? ownedProject(actor, 'write', project._id, store);
  }

  /**
   * Starts a run in three steps:
   * 1. The run is stored, unreleased, so that no worker can claim it.
   * 2. One compare-and-set makes the project refer to the run.
   * 3. The run is released.
   *
   * If the process dies between two steps, `finishUnfinished` later releases the run if the project refers to it, and
   * removes the run otherwise.
   */
  async function startRun(
    actor: Actor,
    project: Owned<Project>,
    change: Partial<Project>,
    options: UpdateOptions,
    tries = 1,
  ): Promise<Project> {
    const next = { ...project, ...change };
    const run = await plannedRun(actor, next, dependencies, options);
    if (!(await store.runs.insert(run, admitRun))) {
      const earlier = await store.runs.get(actor.workspaceId, run._id);
      if (earlier?.released) return project;
      await store.runs.delete(actor.workspaceId, run._id);
      return startRun(actor, project, change, options, tries + 1);
    }
    try {
      await store.projects.update(actor.workspaceId, project._id, (current) => {
        requireIdle(current);
        requireVersion(current, options.expected);
        if (current.version !== project.version) throw new VersionConflict();
        return { ...current, ...change, status: 'deploying', runId: run._id };
      });
    } catch (error) {
      await store.runs.delete(actor.workspaceId, run._id);
      if (!(error instanceof VersionConflict)) throw error;
      if (tries === maxTries)
        throw new AppError('write_conflict', 'other requests keep changing the project: try again');
      return startRun(
        actor,
        await ownedProject(actor, 'run', project._id, store),
        change,
        options,
        tries + 1,
      );
    }
    await recordCreation(run, dependencies);
    await store.runs.update(actor.workspaceId, run._id, (current) => ({ ...current, released: true }));
    await queue.wake(run._id);
    return ownedProject(actor, 'run', project._id, store);
  }

  async function cancel(actor: Actor, id: string): Promise<Project> {
    const project = await settled(await ownedProject(actor, 'run', id, store));
    const run =
      project.status !== 'deploying' || project.runId === null
        ? null
        : await store.runs.update(actor.workspaceId, project.runId, (current) =>
            hasEnded(current) ? current : canceled(current, clock.now()),
          );
    if (run?.state !== 'canceled') {
      throw new AppError('project_not_deploying', `project ${project._id} has no run to cancel`);
    }
    await settle(run);
    await queue.wake(run._id);
    return ownedProject(actor, 'run', project._id, store);
  }

  return { update, cancel, settled };
}

/** Thrown if the project was changed after it was read. */
class VersionConflict extends Error {}

/**
 * Returns the run that a check of the project by this person would create now, without storing it. Throws
 * `politics_missing`.
 */
export async function plannedRun(
  { userId }: Pick<Actor, 'userId'>,
  project: Project,
  { store, clock }: Pick<Dependencies, 'store' | 'clock'>,
  { recordId, waiting }: Pick<UpdateOptions, 'recordId' | 'waiting'> = {},
): Promise<Run> {
  const { workspaceId, _id, politicsId } = project;
  const politics = await store.politics.get(workspaceId, politicsId);
  const seen = waiting ?? (project.watch && (await store.watches.get(workspaceId, _id))?.waiting) ?? [];
  const began = { id: recordId, userId, waiting: seen };
  if (politics !== null) return newRun(began, project, politics, clock.now());
  throw new AppError(
    'politics_missing',
    `rule set ${politicsId} was deleted: set politicsId of the project to another rule set first`,
  );
}

function newRun(
  { id, userId, waiting }: { id: string | undefined; userId: string; waiting: readonly WaitingFile[] },
  project: Project,
  politics: Politics,
  now: Date,
): Run {
  const { _id: politicsId, version, updatedAt, name, description, rules, knowledgeFiles } = politics;
  const { contactNotifications, outputFormat, metadata, secondSignOff } = politics;
  const origin = currentOrigin();
  const kept = new Set(project.files.map(({ name }) => name));
  const notTaken = waiting.map(({ name, reason }) => ({
    name,
    reason: kept.has(name) ? `${reason}; the version before it was checked` : reason,
  }));
  return {
    _id: id ?? newObjectId(now),
    workspaceId: project.workspaceId,
    userId,
    ...firstStamp(now),
    projectId: project._id,
    state: 'queued',
    released: false,
    settled: false,
    politics: {
      ...{ politicsId, version, updatedAt, name, description },
      ...{ rules, knowledgeFiles, contactNotifications, outputFormat },
      ...(metadata && { metadata }),
      ...(secondSignOff && { secondSignOff }),
      ...(project.promptVersions && { promptVersions: project.promptVersions }),
    },
    files: project.files,
    scope: project.scope,
    ...(notTaken.length > 0 && { notTaken }),
    progress: noProgress(rules.length, knowledgeFiles.length, project.files.length, project.scope),
    ...{ attempts: 0, failures: 0, lastError: null, nextAttemptAt: null },
    lease: { owner: null, fence: 0 },
    ...{ findings: 0, captures: [], summary: null, result: null, startedAt: null, endedAt: null },
    ...(origin && { origin }),
  };
}

/**
 * Returns the run in the state `canceled`. Its new fence prevents further writes by the worker that has claimed the
 * run.
 */
function canceled(run: Run, now: Date): Run {
  return {
    ...run,
    state: 'canceled',
    released: true,
    nextAttemptAt: null,
    lease: { owner: null, fence: run.lease.fence + 1 },
    endedAt: now.toISOString(),
  };
}

function requireKnownStatus(status: string | undefined, project: Project): void {
  if (status === undefined || status === 'deploying' || status === project.status) return;
  refuseInvalid([
    {
      path: 'status',
      message: `can only be set to deploying, or left as it is (${project.status}), not "${status}"`,
    },
  ]);
}
