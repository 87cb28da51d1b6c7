import { refuseInvalid } from '../domain/errors.ts';
import { type NewProject, type Project, requireIdle } from '../domain/project.ts';
import { projectCursor } from '../domain/records/cursor.ts';
import { metadataProblems } from '../domain/records/metadata.ts';
import { newObjectId, requireObjectId } from '../domain/records/object-id.ts';
import { type Actor, type Owned, requireOwned } from '../domain/records/owned.ts';
import { fewerThan } from '../domain/records/quota.ts';
import { firstStamp } from '../domain/records/versioned.ts';
import { assetsOfRun, type Run, type RunHead } from '../domain/runs/run.ts';
import type { WatchState } from '../domain/watch.ts';
import type { ListQuery } from '../store/ports/records.ts';
import type { Dependencies } from './dependencies.ts';
import { checkFiles, storeFiles } from './files/project-files.ts';
import { removeUnused } from './files/unused-files.ts';
import { checkRecipients } from './notifications/recipients.ts';
import { checkPrompts } from './prompt-versions.ts';
import { type Expected, requireVersion } from './records/expected.ts';
import { type After, type Listed, listById } from './records/listing.ts';
import { ownedPolitics, ownedProject } from './records/owned-records.ts';
import type { AssignedFinding } from './runs/assignments.ts';
import { deployments } from './runs/deployments.ts';
import type { FindingsService } from './runs/findings.ts';
import { checkedWatch, makeDue } from './watches/set-watch.ts';

/** A project with its last run, the findings of that run after it has ended, and the latest runs. */
export type ProjectView = {
  project: Project;
  run: Run | null;
  /**
   * The first findings of the run with their reviews: 100, or as many as fit into one response. Null until the run has
   * ended.
   */
  findings: Listed<AssignedFinding> | null;
  /** The latest 20 runs, newest first. */
  runs: RunHead[];
  /** What the looks at the watched folder have found; null if the project watches none. */
  watchState: WatchState | null;
  /** A tag that changes whenever any part of the view changes. */
  revision: string;
};

const shownFindings = 100;
const shownRuns = 20;
const runsAtOnce = 20;

export type ProjectService = ReturnType<typeof projectService>;

/**
 * The projects of a user. Throws `validation_failed` for an invalid id, and `project_not_found` for a project that does
 * not exist or belongs to another user.
 */
export function projectService(dependencies: Dependencies, findings: FindingsService) {
  const { store, limits, clock, log } = dependencies;
  const admit = fewerThan(limits.LIMIT_PROJECTS, 'projects', 'delete one that you no longer need');
  const { update, cancel, settled } = deployments(dependencies);

  /** The ids of the stored files of a project and of its runs. */
  async function filesOf({ workspaceId, _id, files }: Project): Promise<string[]> {
    const ids = files.flatMap(({ assetId }) => assetId ?? []);
    for (let page = 1; ; page += 1) {
      const { items } = await store.runs.list(workspaceId, _id, { page, pageSize: runsAtOnce });
      const runs = await Promise.all(items.map((run) => store.runs.get(workspaceId, run._id)));
      ids.push(...runs.flatMap((run) => (run === null ? [] : assetsOfRun(run))));
      if (items.length < runsAtOnce) return [...new Set(ids)];
    }
  }

  return {
    /** The folders in which projects may watch folders; empty if they may watch none. */
    watchFolders: dependencies.folders.allowed,
    /**
     * Changes the project. If the `status` in the patch is `deploying`, also starts a run, whose id is `recordId`. Throws
     * `project_deploying` while a run is active, `politics_missing`, `precondition_failed`, `quota_exceeded`, and
     * `too_many_runs`.
     */
    update,
    /** Cancels the active run. Throws `project_not_deploying` if no run is active. */
    cancel,

    async get(actor: Actor, id: string): Promise<Owned<Project>> {
      return settled(await ownedProject(actor, 'read', id, store));
    },

    /**
     * Creates a project. A second call with the same `recordId`, such as after a crash, returns the project that the
     * first call created. Throws `politics_not_found`, `asset_upload_failed` and `quota_exceeded`.
     */
    async create(
      actor: Actor,
      input: NewProject,
      { recordId = newObjectId(clock.now()) }: { recordId?: string } = {},
    ): Promise<Project> {
      const { name, description, files = [], contactNotifications = [], scope = 'together' } = input;
      const { promptVersions, metadata = {} } = input;
      checkRecipients(contactNotifications, dependencies);
      refuseInvalid(metadataProblems(metadata, limits.LIMIT_METADATA));
      await checkPrompts(promptVersions, dependencies);
      const politicsId = requireObjectId(input.politicsId, 'politicsId');
      const watch = await checkedWatch(actor, input.watch, dependencies);
      const assetIds = await checkFiles(actor, files, dependencies);
      await ownedPolitics(actor, 'write', politicsId, store);
      const stored = await storeFiles(actor, files, assetIds, dependencies);
      const project: Project = {
        _id: recordId,
        ...{ workspaceId: actor.workspaceId, userId: actor.userId, name, description, politicsId },
        ...{ files: stored.files, contactNotifications, metadata, scope },
        ...(promptVersions && { promptVersions }),
        ...(watch && { watch }),
        status: 'draft',
        runId: null,
        ...firstStamp(clock.now()),
      };
      try {
        await makeDue(project, watch, dependencies);
        if (await store.projects.insert(project, admit)) return project;
      } catch (error) {
        await stored.discard();
        throw error;
      }
      await stored.discard();
      return ownedProject(actor, 'write', recordId, store);
    },

    async list(actor: Actor, { share = 1, ...query }: ListQuery & After): Promise<Listed<Project>> {
      const { items, total, nextCursor } = await listById(store.projects, projectCursor, actor, {
        ...query,
        mostBytes: Math.floor(limits.LIMIT_ANSWER_BYTES * share),
      });
      const owned = items.map((project) =>
        requireOwned(actor, 'read', project, 'project_not_found', project._id),
      );
      return { items: await Promise.all(owned.map(settled)), total, nextCursor };
    },

    async view(actor: Actor, id: string): Promise<ProjectView> {
      const project = await settled(await ownedProject(actor, 'read', id, store));
      const { workspaceId } = actor;
      const [run, runs, watchState] = await Promise.all([
        project.runId === null ? null : store.runs.get(workspaceId, project.runId),
        store.runs.list(workspaceId, project._id, { page: 1, pageSize: shownRuns }),
        project.watch ? store.watches.get(workspaceId, project._id) : null,
      ]);
      const shown =
        run?.result &&
        (await findings.list(actor, { projectId: id, runId: run._id, page: 1, pageSize: shownFindings }));
      const looks = watchState ? [watchState.revision] : [];
      const revision = [project.version, run?.version ?? 0, ...looks].join('.');
      return { project, run, findings: shown ?? null, runs: runs.items, watchState, revision };
    },

    /**
     * Deletes the project with its runs, findings and reviews. Throws `project_deploying` while a run is active, and
     * `precondition_failed` if the project's version does not match `expected`.
     */
    async remove(actor: Actor, id: string, { expected }: { expected?: Expected } = {}) {
      const project = await settled(await ownedProject(actor, 'write', id, store));
      const files = await filesOf(project);
      await store.projects.delete(actor.workspaceId, project._id, (current) => {
        requireIdle(current);
        requireVersion(current, expected);
      });
      await store.deleteProjectRemains(actor.workspaceId, project._id);
      // From now on nobody can open a file of the project, also not with a link that a report contains.
      // What cannot be removed now is removed by the next cleanup.
      await removeUnused(files, dependencies).catch((error: unknown) =>
        log.warn({ error, projectId: project._id }, 'the files of a deleted project could not be removed'),
      );
    },
  };
}
