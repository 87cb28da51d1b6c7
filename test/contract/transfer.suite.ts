import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newObjectId } from '../../src/domain/records/object-id.ts';
import { continued, emptyChain } from '../../src/domain/runs/event-chain.ts';
import type { PortableRecord, Store } from '../../src/store/port.ts';
import {
  aDelivery,
  aFinding,
  aPolitics,
  aProject,
  aResult,
  aRun,
  aToken,
  owner,
} from '../support/records.ts';
import type { StoreUnderTest } from './store-under-test.ts';

/** Every record of the store as text, in a fixed order. */
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
          userId,
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
      ).map((record): PortableRecord => ({ kind: 'event', userId, runId: run._id, record })),
      { kind: 'signing_key', record: { id, x: `x-${id}`, since: time } },
      {
        kind: 'webhook_rotation',
        record: { userId, url: `https://example.org/${id}`, rotation: 2, previousUntil: time, changeId: id },
      },
      {
        kind: 'review',
        record: {
          userId,
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
