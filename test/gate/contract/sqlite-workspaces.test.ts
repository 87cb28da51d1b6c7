import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import { Database } from '../../../src/store/sqlite/database/database.ts';
import { migrate, recordSchema } from '../../../src/store/sqlite/database/migrations.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { aDelivery, aFinding, aPolitics, aProject, aRun, aToken } from '../../support/records.ts';

const folder = mkdtempSync(join(tmpdir(), 'proviso-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The schema of the last release without workspaces. */
const withoutWorkspaces = { ...recordSchema, steps: recordSchema.steps.slice(0, 3) };

const userId = newObjectId();
const politics = aPolitics({ userId });
const project = aProject({ userId, politicsId: politics._id });
const run = aRun({ userId, projectId: project._id });
const finding = aFinding({ runId: run._id });
const delivery = aDelivery({ workspaceId: userId, projectId: project._id, runId: run._id });
const token = aToken({ userId });
const review = { label: 'CONFIRMED', reason: 'Read.', by: 'a', at: '2026-01-01T00:00:00.000Z' } as const;
const page = { page: 1, pageSize: 10 };

/** The record as the last release without workspaces stored it. */
function earlier<Record extends { workspaceId: string }>({ workspaceId: _, ...record }: Record): string {
  return JSON.stringify(record);
}

describe('records that a release without workspaces has written to SQLite', () => {
  beforeAll(() => {
    const older = new Database(join(folder, 'proviso.db'), 'full');
    migrate(older, withoutWorkspaces);
    const time = Date.parse(run.createdAt);
    older.run(`insert into politics values (?, ?, ?, 'n', 'd', ?)`, [
      politics._id,
      userId,
      time,
      earlier(politics),
    ]);
    older.run(`insert into projects values (?, ?, ?, ?, 'n', 'd', ?)`, [
      project._id,
      userId,
      time,
      politics._id,
      earlier(project),
    ]);
    const { politics: snapshot, files, scope, result: _, userId: __, ...head } = run;
    older.run(
      `insert into runs (id, user_id, project_id, created_at, state, released, settled, due_at, lease_owner, fence, findings, ended_at, doc)
       values (?, ?, ?, ?, 'queued', 1, 0, 0, null, 0, 0, null, ?)`,
      [run._id, userId, project._id, time, earlier(head)],
    );
    older.run('insert into run_contents values (?, ?, null)', [
      run._id,
      JSON.stringify({ politics: snapshot, files, scope }),
    ]);
    older.run(`insert into findings values (?, ?, 0, -1, ?, 'rule-0', 'NOT FOUND', 'undetermined', 'f', ?)`, [
      userId,
      run._id,
      finding.id,
      JSON.stringify(finding),
    ]);
    older.run('insert into reviews values (?, ?, ?, ?)', [userId, project._id, 'f', JSON.stringify(review)]);
    older.run(
      `insert into deliveries (id, user_id, project_id, run_id, recipient, state, created_at, due_at, version, doc, lease)
       values (?, ?, ?, ?, ?, 'waiting', ?, 0, 1, ?, null)`,
      [
        delivery._id,
        userId,
        project._id,
        run._id,
        delivery.recipient,
        time,
        JSON.stringify({ ...delivery, workspaceId: undefined, userId }),
      ],
    );
    const { name, hash, last4, expiresAt } = token;
    older.run('insert into tokens values (?, ?, ?, null, null, ?)', [
      token._id,
      userId,
      time,
      JSON.stringify({ name, hash, last4, expiresAt }),
    ]);
    older.run('insert into file_sizes values (?, ?, 7, null)', ['file', userId]);
    older.run(`insert into webhook_rotations values (?, 'https://example.org/', 1, ?, 'c')`, [
      userId,
      run.createdAt,
    ]);
    older.close();
  });

  it('are in the workspace of their owner, and counted and claimed as before', async () => {
    const store = openSqliteStore(folder);
    expect(await store.politics.list(userId, page)).toEqual({ items: [politics], total: 1 });
    expect(await store.projects.list(userId, page)).toEqual({ items: [project], total: 1 });
    expect(await store.runs.get(userId, run._id)).toEqual(run);
    expect(await store.findings.all(userId, run._id)).toEqual([{ finding, fingerprint: 'f' }]);
    expect(await store.reviews.find(userId, project._id, ['f'])).toEqual(new Map([['f', review]]));
    expect(await store.deliveries.get(userId, delivery._id)).toEqual(delivery);
    expect(await store.tokens.list(userId)).toEqual([{ ...token, createdAt: run.createdAt }]);
    expect(await store.fileSizes.total(userId)).toBe(7);
    expect(await store.webhookRotations.find(userId, 'https://example.org/')).toMatchObject({
      workspaceId: userId,
      rotation: 1,
    });
    await store.politics.delete(userId, politics._id);
    expect(await store.politics.list(userId, page)).toEqual({ items: [], total: 0 });
    await store.politics.insert(politics);
    expect((await store.politics.list(userId, page)).total).toBe(1);
    const claimed = await store.runs.claim({ lease: 'l', now: new Date() });
    expect(claimed).toMatchObject({ _id: run._id, userId, workspaceId: userId });
    const second = aRun({ userId, projectId: project._id });
    await store.runs.insert(second);
    expect((await store.runs.claim({ lease: 'l', now: new Date() }))?._id).toBe(second._id);
    await store.close();
  });
});
