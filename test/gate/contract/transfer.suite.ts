import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { workspacePayer } from '../../../src/domain/budget.ts';
import { emptyChain, linked } from '../../../src/domain/records/hash-chain.ts';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import { continued } from '../../../src/domain/runs/event-chain.ts';
import { newWorkspace } from '../../../src/domain/workspaces/workspace.ts';
import type { PortableRecord, Store } from '../../../src/store/port.ts';
import {
  aDelivery,
  aFinding,
  aPolitics,
  aProject,
  aResult,
  aRun,
  aToken,
  owner,
} from '../../support/records.ts';
import { aChange } from './audit.suite.ts';
import type { StoreUnderTest } from './store-under-test.ts';

/** Every record of the store as text, in a fixed order. */
const kindSchema = z.object({ kind: z.string() });
const payerSchema = z.object({ kind: z.string(), record: z.object({ userId: z.string().optional() }) });

export async function contentOf(store: Store): Promise<string[]> {
  const lines: string[] = [];
  for await (const record of store.transfer.all()) lines.push(canonical(record));
  return lines.toSorted();
}

/** `count` records of every kind, with values that are hard to store. */
export function someRecords(count: number): PortableRecord[] {
  const odd = 'zero\u0000 lone \ud800 “quotes” $ref a.b';
  return Array.from({ length: count }, (_, at): PortableRecord[] => {
    const { userId } = owner;
    const politics = aPolitics({ name: `${odd} ${at}`, outputFormat: { 'a.b': 1, $ref: '#/x' } });
    const run = aRun({
      state: 'completed',
      settled: true,
      findings: 2,
      result: aResult(),
      endedAt: new Date().toISOString(),
      origin: { requestId: odd, traceparent: '00-1-2-01' },
    });
    const project = aProject({
      _id: run.projectId,
      politicsId: politics._id,
      runId: run._id,
      status: 'completed',
    });
    const findings = [0, 1].map((ruleIndex) => aFinding({ ruleIndex, runId: run._id }));
    const id = newObjectId();
    const time = new Date().toISOString();
    return [
      {
        kind: 'account',
        model: 'user',
        record: { id, email: `${id}@example.org`, name: odd, emailVerified: false },
      },
      { kind: 'token', record: aToken() },
      { kind: 'politics', record: politics },
      { kind: 'project', record: project },
      { kind: 'run', record: run },
      ...findings.map((finding): PortableRecord => {
        return {
          kind: 'finding',
          workspaceId: userId,
          runId: run._id,
          record: { finding, fingerprint: `f${finding.id}` },
        };
      }),
      ...continued(
        run._id,
        emptyChain,
        [
          { type: 'run_created', data: { rulesSha256: odd } },
          { type: 'sign_off_withdrawn', data: {} },
        ],
        { now: new Date() },
      ).map((record): PortableRecord => ({ kind: 'event', workspaceId: userId, runId: run._id, record })),
      {
        kind: 'audit_entry',
        record: linked(
          { sequence: at, hash: null },
          { ...aChange(userId), at: time, outcome: 'done' as const },
        ),
      },
      {
        kind: 'workspace',
        record: {
          ...newWorkspace(id, userId, 'Buying', new Date(time)),
          caps: { tokens: 5, cost: null },
        },
      },
      { kind: 'spending', record: { userId: id, month: '2026-11', tokens: 12, cost: 0.25 } },
      { kind: 'spending_caps', record: { userId: id, tokens: 1_000, cost: null } },
      { kind: 'signing_key', record: { id, x: `x-${id}`, since: time } },
      {
        kind: 'webhook_rotation',
        record: {
          workspaceId: userId,
          url: `https://example.org/${id}`,
          rotation: 2,
          previousUntil: time,
          changeId: id,
        },
      },
      {
        kind: 'review',
        record: {
          workspaceId: userId,
          projectId: project._id,
          fingerprint: id,
          label: 'ESTIMATED',
          outcome: 'violated',
          reason: odd,
          by: 'me',
          at: time,
        },
      },
      {
        kind: 'assignment',
        record: { workspaceId: userId, projectId: project._id, fingerprint: id, userId: id },
      },
      {
        kind: 'delivery',
        record: aDelivery({
          runId: run._id,
          projectId: project._id,
          recipient: odd,
          attempts: [{ at: time, outcome: 'failed', detail: odd }],
        }),
      },
      {
        kind: 'idempotent_request',
        record: {
          userId,
          scope: 'POST /x',
          key: id,
          fingerprint: 'f',
          recordId: newObjectId(),
          answer: { $a: [1] },
          lease: '',
          expiresAt: '2099-01-01T00:00:00.000Z',
        },
      },
    ];
  }).flat();
}

export function transferSuite(under: StoreUnderTest): void {
  describe(`${under.name}: an import of exported records`, () => {
    let store: Store;
    beforeAll(async () => {
      store = await under.open();
    });
    afterAll(async () => {
      await store.close();
      await under.clean();
    });

    it('stores every kind of record unchanged and usable, and only once even if it is repeated', async () => {
      const records = someRecords(3);
      for (let times = 0; times < 2; times += 1) await store.transfer.put(records);
      expect(await contentOf(store)).toEqual(records.map(canonical).toSorted());

      const run = records.flatMap((one) => (one.kind === 'run' ? one.record : []))[0];
      if (run === undefined) throw new Error('one of the imported records must be a run');
      expect((await store.runs.get(run.userId, run._id))?.result).toEqual(run.result);
      const later = { finding: aFinding({ ruleIndex: 2, runId: run._id }), fingerprint: 'later' };
      await store.runs.fillIn(run.userId, run._id, [later]);
      expect(await store.findings.all(run.userId, run._id)).toHaveLength(3);
      const listed = await store.politics.list(owner.userId, { page: 1, pageSize: 1, search: '$REF A.B' });
      expect(listed.total).toBe(3);
    });

    it('leaves only the audit log of a user when the projects, rule sets, workspaces and remains of the user are removed', async () => {
      const { userId } = aProject({ userId: newObjectId() });
      const ofUser = (given: readonly PortableRecord[]): PortableRecord[] =>
        JSON.parse(JSON.stringify(given).replaceAll(owner.userId, userId));
      const own = ofUser(someRecords(2)).filter(({ kind }) => kind !== 'account' && kind !== 'signing_key');
      const before = await contentOf(store);
      for (const one of own)
        if (one.kind === 'spending' || one.kind === 'spending_caps') one.record.userId = userId;
      const ofWorkspace: PortableRecord[] = [
        {
          kind: 'spending',
          record: { userId: workspacePayer(userId), month: '2026-11', tokens: 9, cost: 0 },
        },
        { kind: 'spending_caps', record: { userId: workspacePayer(userId), tokens: 10, cost: null } },
      ];
      await store.transfer.put([...own, ...ofWorkspace]);
      await store.sourceTexts.put(userId, 'key', new Uint8Array([1]), new Date());
      for (const one of own) {
        if (one.kind === 'politics') await store.politics.delete(userId, one.record._id);
        if (one.kind === 'workspace') await store.workspaces.delete(one.record._id);
        if (one.kind !== 'project') continue;
        await store.projects.delete(userId, one.record._id);
        await store.deleteProjectRemains(userId, one.record._id);
      }
      const kinds = async (): Promise<Set<string>> =>
        new Set(
          (await contentOf(store))
            .filter((line) => line.includes(userId))
            .map((line) => kindSchema.parse(JSON.parse(line)).kind),
        );
      for (let times = 0; times < 2; times += 1) await store.deletePersonRemains(userId);
      expect(await kinds()).not.toContain('token');
      const payers = async (): Promise<Set<string>> =>
        new Set(
          (await contentOf(store)).flatMap((line) => {
            const { kind, record } = payerSchema.parse(JSON.parse(line));
            return kind.startsWith('spending') && record.userId?.includes(userId) ? [record.userId] : [];
          }),
        );
      expect(await payers()).toEqual(new Set([workspacePayer(userId)]));
      for (let times = 0; times < 2; times += 1) await store.deleteWorkspaceRemains(userId);
      const log = own.filter(({ kind }) => kind === 'audit_entry').map(canonical);
      expect(log).toHaveLength(2);
      expect(await contentOf(store)).toEqual([...before, ...log].toSorted());
      expect(await store.sourceTexts.get(userId, 'key', new Date())).toBeNull();
    });

    it('replaces records that have the same id', async () => {
      const politics = aPolitics({ name: 'old' });
      await store.politics.insert(politics);
      const next = { ...politics, name: 'new', version: 7 };
      await store.transfer.put([{ kind: 'politics', record: next }]);
      expect(await store.politics.get(owner.userId, politics._id)).toEqual(next);
    });

    it('refuses an account if a different account has the same email address', async () => {
      const email = 'taken@example.org';
      const account = (): PortableRecord => ({
        kind: 'account',
        model: 'user',
        record: { id: newObjectId(), email },
      });
      await store.transfer.put([account()]);
      await expect(store.transfer.put([account()])).rejects.toMatchObject({ code: 'email_taken' });
    });
  });
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
