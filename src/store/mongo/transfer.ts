import type { Politics } from '../../domain/politics.ts';
import type { Project } from '../../domain/project.ts';
import type { Run } from '../../domain/runs/run.ts';
import type { PortableRecord, Transfer } from '../port.ts';
import type { FindingStore } from '../ports/runs.ts';
import { auditDoc, auditEntryOf } from './audit.ts';
import { authDoc, emailTaken } from './auth-records.ts';
import { capsDoc, capsOf, spendingDoc, spendingOf } from './budgets.ts';
import type { Records } from './database/records.ts';
import { isDuplicate } from './database/unavailable.ts';
import { deliveryDoc, deliveryOf } from './deliveries.ts';
import { requestDoc, requestOf } from './idempotency.ts';
import { politicsOf, projectOf } from './listed-records.ts';
import type { Contents } from './pieces/contents.ts';
import { reviewDoc, storedReviewOf } from './reviews.ts';
import { entryOf, eventDoc } from './runs/events.ts';
import { findingDoc } from './runs/findings.ts';
import { newRunDoc } from './runs/run-records.ts';
import type { RunWrites } from './runs/run-writes.ts';
import { keyDoc, keyOf } from './signing-keys.ts';
import { tokenDoc, tokenOf } from './tokens.ts';
import { rotationDoc, rotationOf } from './webhook-rotations.ts';

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
    for await (const { _id, workspaceId } of records.runs.all()) {
      const found = await writes.read(workspaceId, _id);
      if (found === null) continue;
      yield { kind: 'run', record: found.run };
      for (const record of await findings.all(workspaceId, _id)) {
        yield { kind: 'finding', workspaceId, runId: _id, record };
      }
      const events = await records.events.find({ workspaceId, runId: _id }, { sort: { sequence: 1 } });
      for (const doc of events) yield { kind: 'event', workspaceId, runId: _id, record: entryOf(doc) };
    }
  }

  async function putRun(run: Run): Promise<void> {
    const { _id, workspaceId } = run;
    if ((await records.runs.first({ _id }, { only: ['workspaceId'] })) !== null) {
      await records.findings.remove({ workspaceId, runId: _id });
      await records.events.remove({ workspaceId, runId: _id });
    }
    await records.runs.put([await newRunDoc(contents, run)]);
  }

  async function putAll(group: PortableRecord[]): Promise<void> {
    function of<Kind extends PortableRecord['kind']>(kind: Kind) {
      return group.filter((one): one is Extract<PortableRecord, { kind: Kind }> => one.kind === kind);
    }
    await records.workspaces.put(of('workspace').map(({ record }) => record));
    await listed.politics.put(of('politics').map(({ record }) => record));
    await listed.projects.put(of('project').map(({ record }) => record));
    await Promise.all(of('run').map(({ record }) => putRun(record)));
    await records.findings.put(
      of('finding').map(({ workspaceId, runId, record }) =>
        findingDoc({ workspaceId, _id: runId }, { id: `imported ${runId}`, number: 0 }, record, true),
      ),
    );
    await records.events.put(of('event').map(({ workspaceId, record }) => eventDoc(workspaceId, record)));
    await records.auditEntries.put(of('audit_entry').map(({ record }) => auditDoc(record)));
    await records.spending.put(of('spending').map(({ record }) => spendingDoc(record)));
    await records.spendingCaps.put(of('spending_caps').map(({ record }) => capsDoc(record)));
    await records.signingKeys.put(of('signing_key').map(({ record }) => keyDoc(record)));
    await records.webhookRotations.put(of('webhook_rotation').map(({ record }) => rotationDoc(record)));
    await records.reviews.put(of('review').map(({ record }) => reviewDoc(record)));
    await records.deliveries.put(of('delivery').map(({ record }) => deliveryDoc(record)));
    await records.tokens.put(of('token').map(({ record }) => tokenDoc(record)));
    await records.idempotentRequests.put(of('idempotent_request').map(({ record }) => requestDoc(record)));
    await records.authRecords.put(of('account').map(({ model, record }) => authDoc(model, record, 1)));
  }

  return {
    async *all() {
      for await (const doc of records.authRecords.all()) {
        yield { kind: 'account', model: doc.model, record: doc.fields };
      }
      for await (const record of records.workspaces.all()) yield { kind: 'workspace', record };
      for await (const doc of records.tokens.all()) yield { kind: 'token', record: tokenOf(doc) };
      for await (const doc of records.auditEntries.all()) {
        yield { kind: 'audit_entry', record: auditEntryOf(doc) };
      }
      for await (const doc of records.spending.all()) yield { kind: 'spending', record: spendingOf(doc) };
      for await (const doc of records.spendingCaps.all()) {
        yield { kind: 'spending_caps', record: capsOf(doc) };
      }
      for await (const doc of records.signingKeys.all()) yield { kind: 'signing_key', record: keyOf(doc) };
      for await (const doc of records.webhookRotations.all()) {
        yield { kind: 'webhook_rotation', record: rotationOf(doc) };
      }
      for await (const doc of records.politics.all()) yield { kind: 'politics', record: politicsOf(doc) };
      for await (const doc of records.projects.all()) yield { kind: 'project', record: projectOf(doc) };
      yield* runs();
      for await (const doc of records.reviews.all()) yield { kind: 'review', record: storedReviewOf(doc) };
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
