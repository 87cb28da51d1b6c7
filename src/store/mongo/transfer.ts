import type { Politics } from '../../domain/politics.ts';
import type { Project } from '../../domain/project.ts';
import type { Run } from '../../domain/run.ts';
import type { FindingStore, PortableRecord, Transfer } from '../port.ts';
import { authDoc, authRecordOf, emailTaken } from './auth-records.ts';
import type { Contents } from './contents.ts';
import { deliveryDoc, deliveryOf } from './deliveries.ts';
import { findingDoc } from './findings.ts';
import { requestDoc, requestOf } from './idempotency.ts';
import type { Records } from './records.ts';
import type { RunWrites } from './run-writes.ts';
import { newRunDoc } from './runs.ts';
import { reviewWrite, tokenDoc, tokenOf } from './small-records.ts';
import { isDuplicate } from './unavailable.ts';

type Listed = {
  politics: { put(records: Politics[]): Promise<void> };
  projects: { put(records: Project[]): Promise<void> };
};

export function transferOf(
  records: Records,
  contents: Contents,
  writes: Pick<RunWrites, 'read'>,
  findings: Pick<FindingStore, 'all'>,
  listed: Listed,
): Transfer {
  async function* runs(): AsyncGenerator<PortableRecord> {
    for await (const { _id, userId } of records.runs.all()) {
      const found = await writes.read(userId, _id);
      if (found === null) continue;
      yield { kind: 'run', record: found.run };
      for (const record of await findings.all(userId, _id)) {
        yield { kind: 'finding', userId, runId: _id, record };
      }
    }
  }

  async function putRun(run: Run): Promise<void> {
    if ((await records.runs.first('one', { _id: run._id }, { only: ['userId'] })) !== null) {
      await records.findings.remove('ofRun', { userId: run.userId, runId: run._id });
    }
    const { _id, ...replacement } = await newRunDoc(contents, run);
    await records.runs.put([{ filter: { _id }, replacement }]);
  }

  async function putAll(group: PortableRecord[]): Promise<void> {
    await listed.politics.put(group.flatMap((one) => (one.kind === 'politics' ? one.record : [])));
    await listed.projects.put(group.flatMap((one) => (one.kind === 'project' ? one.record : [])));
    await Promise.all(group.map((one) => (one.kind === 'run' ? putRun(one.record) : undefined)));
    await records.findings.put(
      group.flatMap((one) => {
        if (one.kind !== 'finding') return [];
        const { userId, runId, record } = one;
        const batch = { id: `imported ${runId}`, number: 0 };
        return writeOf(findingDoc({ userId, _id: runId }, batch, record, true));
      }),
    );
    await records.reviews.put(group.flatMap((one) => (one.kind === 'review' ? reviewWrite(one.record) : [])));
    await records.deliveries.put(
      group.flatMap((one) => (one.kind === 'delivery' ? writeOf(deliveryDoc(one.record)) : [])),
    );
    await records.tokens.put(
      group.flatMap((one) => (one.kind === 'token' ? writeOf(tokenDoc(one.record)) : [])),
    );
    await records.idempotentRequests.put(
      group.flatMap((one) => (one.kind === 'idempotent_request' ? writeOf(requestDoc(one.record)) : [])),
    );
    await records.authRecords.put(
      group.flatMap((one) => (one.kind === 'account' ? writeOf(authDoc(one.model, one.record, 1)) : [])),
    );
  }

  return {
    async *all() {
      for await (const doc of records.authRecords.all()) {
        yield { kind: 'account', model: doc.model, record: authRecordOf(doc) };
      }
      for await (const doc of records.tokens.all()) yield { kind: 'token', record: tokenOf(doc) };
      for await (const { doc } of records.politics.all()) {
        yield { kind: 'politics', record: JSON.parse(doc) };
      }
      for await (const { doc } of records.projects.all()) {
        yield { kind: 'project', record: JSON.parse(doc) };
      }
      yield* runs();
      for await (const { userId, projectId, fingerprint, doc } of records.reviews.all()) {
        yield { kind: 'review', record: { ...JSON.parse(doc), userId, projectId, fingerprint } };
      }
      for await (const doc of records.deliveries.all()) {
        yield { kind: 'delivery', record: deliveryOf(doc) };
      }
      for await (const doc of records.idempotentRequests.all()) {
        yield { kind: 'idempotent_request', record: requestOf(doc) };
      }
    },

    async put(group) {
      try {
        await putAll(group);
      } catch (error) {
        throw isDuplicate(error) ? emailTaken(error) : error;
      }
    },
  };
}

function writeOf<Doc extends { _id: string }>({ _id, ...replacement }: Doc) {
  return { filter: { _id }, replacement };
}
