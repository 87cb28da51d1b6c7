import { type Run, type RunHead, type RunResult, runStates } from '../../domain/run.ts';
import type { RunDoc } from './records.ts';

/** Written once, with the run. */
export type Snapshot = Pick<Run, 'politics' | 'files' | 'scope'>;

type Doc = Omit<
  RunHead,
  '_id' | 'userId' | 'projectId' | 'createdAt' | 'state' | 'released' | 'settled' | 'lease' | 'findings'
>;

/** The fields of a run record that make a head, and what a compare-and-set needs. */
export const headFields = [
  'userId',
  'projectId',
  'createdAt',
  'state',
  'released',
  'settled',
  'leaseOwner',
  'fence',
  'findings',
  'assetIds',
  'doc',
  'revision',
  'pending',
  'batches',
] as const;

export type StoredHead = Pick<RunDoc, '_id' | (typeof headFields)[number]>;

export function headOf(stored: StoredHead): RunHead {
  const state = runStates.find((known) => known === stored.state);
  if (state === undefined) throw new TypeError(`unknown state of a run: ${stored.state}`);
  const doc: Doc = JSON.parse(stored.doc);
  const { _id, userId, projectId, released, settled, findings } = stored;
  return {
    ...doc,
    _id,
    userId,
    projectId,
    createdAt: stored.createdAt.toISOString(),
    state,
    released,
    settled,
    lease: {
      owner: stored.leaseOwner,
      fence: stored.fence,
    },
    findings,
  };
}

/** The fields derived from a head, for a record that changes. */
export function changingFields(head: RunHead) {
  const { _id, userId, projectId, createdAt, state, released, settled, lease, findings, ...rest } = head;
  const doc: Doc = rest;
  const dueAt = dueOf(head);
  return {
    state,
    released,
    settled,
    waiting: dueAt !== null,
    dueAt,
    leaseOwner: lease.owner,
    fence: lease.fence,
    findings,
    endedAt: head.endedAt === null ? null : new Date(head.endedAt),
    doc: JSON.stringify(doc),
  };
}

/** The head of a complete run: without its large parts. */
export function headPart({ politics, files, scope, result, ...head }: Run): {
  head: RunHead;
  snapshot: Snapshot;
  result: RunResult | null;
} {
  return { head, snapshot: { politics, files, scope }, result };
}

export function bytesOf(value: Snapshot | RunResult): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

/**
 * When a worker may claim the run; null if none may. A queued one may be claimed at any time, whatever the clock
 * says.
 */
function dueOf(run: RunHead): Date | null {
  if (!run.released) return null;
  if (run.state === 'queued') return new Date(0);
  return run.state === 'retrying' && run.nextAttemptAt !== null ? new Date(run.nextAttemptAt) : null;
}
