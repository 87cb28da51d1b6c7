/**
 * A folder whose files a project checks again when they change. `schedule` is the time between two looks, such as
 * `15m`, or a cron schedule. `userId` is the person who set the watch; runs are started as this person.
 */
export type Watch = { folder: string; schedule: string; userId: string };

/** The folder and the schedule, as requests contain them. */
export type WatchSettings = Omit<Watch, 'userId'>;

/** How many files a look found different, and the run that it started. */
export type WatchChange = { at: string; added: number; changed: number; removed: number; runId: string };

/** A file that was not taken from the folder. `seen` is what identified its content at the last look. */
export type WaitingFile = { name: string; reason: string; seen: string };

/** What the looks at the folder of a project have found. The id is that of the project. */
export type WatchState = {
  _id: string;
  workspaceId: string;
  /** Increases with every change of the state. */
  revision: number;
  /** The lease of the process that is looking at the folder; null if none is. */
  lease: string | null;
  /** Null after the watch was stopped. */
  nextLookAt: string | null;
  lastLookAt: string | null;
  lastChange: WatchChange | null;
  waiting: WaitingFile[];
  /** Why the last look started no run, although it may have had to. */
  problem: string | null;
};

/** The state of a watch whose folder is looked at at once. */
export function newWatchState(
  { _id, workspaceId }: Pick<WatchState, '_id' | 'workspaceId'>,
  now: Date,
  before: WatchState | null = null,
): WatchState {
  return {
    ...{ _id, workspaceId },
    revision: (before?.revision ?? 0) + 1,
    lease: null,
    nextLookAt: now.toISOString(),
    lastLookAt: before?.lastLookAt ?? null,
    lastChange: before?.lastChange ?? null,
    waiting: [],
    problem: null,
  };
}
