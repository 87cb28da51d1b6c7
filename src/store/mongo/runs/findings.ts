import { randomUUID } from 'node:crypto';
import type { Filter } from 'mongodb';
import { findingPlace } from '../../../domain/records/cursor.ts';
import type { FindingFilter, FindingStore, StoredFinding } from '../../ports/runs.ts';
import type { Batch, FindingDoc, Records, RunDoc } from '../database/records.ts';
import { reviewOf } from '../reviews.ts';

type OfRun = Pick<RunDoc, '_id' | 'workspaceId'>;

/** Sorts findings by rule, then by subject. */
const inOrder = { ruleIndex: 1, subject: 1 } as const;

/**
 * Writes findings in batches, each in three steps:
 * 1. The findings of the batch are written. These findings do not count yet.
 * 2. One compare-and-set adds the batch to the run. From then on the findings count.
 * 3. The findings are marked as `listed`, and older findings of the same rules and subjects are removed. Any process
 *    may do or repeat this step. Before a process reads the findings of a run, it makes sure that this step was done.
 */
export function findingBatches({ runs, findings }: Pick<Records, 'runs' | 'findings'>) {
  async function listBatch({ _id: runId, workspaceId }: OfRun, batch: Batch): Promise<void> {
    const mine = { workspaceId, runId, batch: batch.id };
    const places = await findings.find(mine, { only: ['ruleIndex', 'subject'] });
    await findings.changeAll(mine, { $set: { listed: true } });
    for (const some of inGroups(places)) {
      await findings.remove({
        workspaceId,
        runId,
        listed: true,
        batchNumber: { $lt: batch.number },
        $or: some.map(({ ruleIndex, subject }) => ({ ruleIndex, subject })),
      });
    }
    await runs.change({ _id: runId }, { $pull: { pending: batch }, $inc: { revision: 1 } });
  }

  return {
    async write(
      { _id: runId, workspaceId }: OfRun,
      batchNumber: number,
      stored: StoredFinding[],
    ): Promise<Batch> {
      const id = randomUUID();
      await findings.insertAll(
        stored.map((one) => findingDoc({ workspaceId, _id: runId }, { id, number: batchNumber }, one, false)),
      );
      return { id, number: batchNumber };
    },

    /** Removes the findings of a batch that was not added to the run. */
    async drop({ _id: runId, workspaceId }: OfRun, batch: Batch) {
      await findings.remove({ workspaceId, runId, batch: batch.id });
    },

    /** Does step 3 for the pending batches of the run. */
    async list(run: Pick<RunDoc, '_id' | 'workspaceId' | 'pending'>) {
      for (const batch of run.pending) await listBatch(run, batch);
    },

    /** Returns those of the given findings whose rule and subject already have a listed finding. */
    async taken({ _id: runId, workspaceId }: OfRun, stored: StoredFinding[]) {
      const places = new Set<string>();
      for (const some of inGroups(stored)) {
        const found = await findings.find(
          {
            workspaceId,
            runId,
            listed: true,
            $or: some.map(({ finding }) => findingPlace(finding)),
          },
          { only: ['ruleIndex', 'subject'] },
        );
        for (const one of found) places.add(placeOf(one));
      }
      return new Set(stored.filter(({ finding }) => places.has(placeOf(findingPlace(finding)))));
    },
  };
}

export type FindingBatches = ReturnType<typeof findingBatches>;

export function findingStore(
  { runs, findings, reviews }: Pick<Records, 'runs' | 'findings' | 'reviews'>,
  batches: FindingBatches,
): FindingStore {
  /** Marks the findings of the run's pending batches as listed, and returns the filter for the findings that count. */
  async function settled(workspaceId: string, runId: string): Promise<Filter<FindingDoc>> {
    const run = await runs.first({ _id: runId, workspaceId }, { only: ['workspaceId', 'pending'] });
    if (run !== null && run.pending.length > 0) await batches.list(run);
    return { workspaceId, runId, listed: true };
  }

  return {
    async list(workspaceId, runId, asked, stretch) {
      const filter = { ...(await settled(workspaceId, runId)), ...matching(asked) };
      const { after, pageSize } = stretch;
      const following = after && {
        ...filter,
        ruleIndex: { $gte: after.ruleIndex },
        $or: [{ ruleIndex: { $gt: after.ruleIndex } }, { subject: { $gt: after.subject } }],
      };
      const { found, total } = await findings.stretch(filter, following, stretch, { sort: inOrder });
      return { items: lastOfEach(found).slice(0, pageSize), total, more: found.length > pageSize };
    },

    async all(workspaceId, runId) {
      return lastOfEach(await findings.find(await settled(workspaceId, runId), { sort: inOrder }));
    },

    async bytes(workspaceId, runId) {
      return findings.sum('bytes', await settled(workspaceId, runId));
    },

    async get(workspaceId, runId, findingId) {
      const filter = { ...(await settled(workspaceId, runId)), id: findingId };
      const found = await findings.first(filter);
      return found === null ? null : findingOf(found);
    },

    async reviewed(workspaceId, asked) {
      const projectIds = [...new Set(asked.map(({ projectId }) => projectId))];
      const found = await reviews.find({ workspaceId, projectId: { $in: projectIds } });
      if (found.length === 0) return [];
      const projects = new Map(asked.map(({ runId, projectId }) => [runId, projectId]));
      const byPlace = new Map(found.map((doc) => [`${doc.projectId} ${doc.fingerprint}`, reviewOf(doc)]));
      const pending = await runs.find(
        { _id: { $in: [...projects.keys()] }, workspaceId },
        { only: ['workspaceId', 'pending'] },
      );
      for (const run of pending) await batches.list(run);
      const docs = await findings.find({
        workspaceId,
        runId: { $in: [...projects.keys()] },
        fingerprint: { $in: [...new Set(found.map(({ fingerprint }) => fingerprint))] },
        listed: true,
      });
      return docs.flatMap(({ runId, fingerprint, finding: { outcome } }) => {
        const review = byPlace.get(`${projects.get(runId)} ${fingerprint}`);
        return review === undefined ? [] : [{ runId, outcome, review }];
      });
    },
  };
}

function matching({ label, outcome, ruleKey, fileIndex, fingerprints }: FindingFilter): Filter<FindingDoc> {
  return {
    ...(label !== undefined && { label }),
    ...(outcome !== undefined && { outcome }),
    ...(ruleKey !== undefined && { ruleKey }),
    ...(fileIndex !== undefined && { subject: fileIndex }),
    ...(fingerprints && {
      fingerprint: { [fingerprints.are === 'among' ? '$in' : '$nin']: [...fingerprints.these] },
    }),
  };
}

/** Returns the document of a finding in a batch. If `listed` is true, the finding counts at once. */
export function findingDoc(
  { _id: runId, workspaceId }: OfRun,
  batch: Batch,
  { finding, fingerprint }: StoredFinding,
  listed: boolean,
): FindingDoc {
  const place = findingPlace(finding);
  return {
    _id: `${batch.id}/${placeOf(place)}`,
    workspaceId,
    runId,
    batch: batch.id,
    listed,
    batchNumber: batch.number,
    ...place,
    id: finding.id,
    ruleKey: finding.rule.key,
    label: finding.label ?? 'not_assessed',
    outcome: finding.outcome,
    bytes: Buffer.byteLength(JSON.stringify(finding)),
    fingerprint,
    finding,
  };
}

/**
 * Keeps only the newest finding of each rule and subject. Older findings can still be stored while the findings of a
 * batch are being marked as listed.
 */
function lastOfEach(found: FindingDoc[]): StoredFinding[] {
  const last = new Map<string, FindingDoc>();
  for (const one of found) {
    const other = last.get(placeOf(one));
    if (other === undefined || other.batchNumber < one.batchNumber) last.set(placeOf(one), one);
  }
  return [...last.values()].map(findingOf);
}

/** Splits items into groups of 200, to limit the size of filters that name each item. */
function inGroups<Item>(items: Item[]): Item[][] {
  const size = 200;
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}

/** The rule and the subject of a finding, as text. */
export function placeOf({ ruleIndex, subject }: Pick<FindingDoc, 'ruleIndex' | 'subject'>): string {
  return `${ruleIndex}/${subject}`;
}

function findingOf({ finding, fingerprint }: FindingDoc): StoredFinding {
  return { finding, fingerprint };
}
