import { emailTaken } from '../../domain/errors.ts';
import type { Politics } from '../../domain/politics.ts';
import type { Project } from '../../domain/project.ts';
import type { Run } from '../../domain/runs/run.ts';
import type { PortableRecord, Transfer } from '../port.ts';
import type { FindingStore } from '../ports/runs.ts';
import { auditDoc, auditEntryOf } from './audit.ts';
import { authDoc } from './auth-records.ts';
import { capsDoc, capsOf, spendingDoc, spendingOf } from './budgets.ts';
import type { Records } from './database/records.ts';
import { isDuplicate } from './database/unavailable.ts';
import { deliveryDoc, deliveryOf } from './deliveries.ts';
import { requestDoc, requestOf } from './idempotency.ts';
import { keyDoc, keyOf, rotationDoc, rotationOf } from './keys.ts';
import { politicsOf, projectOf } from './listed-records.ts';
import type { Contents } from './pieces/contents.ts';
import { placedDoc, placedOf } from './reviews.ts';
import { entryOf, eventDoc } from './runs/events.ts';
import { findingDoc } from './runs/findings.ts';
import { newRunDoc } from './runs/run-records.ts';
import type { RunWrites } from './runs/run-writes.ts';
import { tokenDoc, tokenOf } from './tokens.ts';

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
    await records.reviews.put(of('review').map(({ record }) => placedDoc(record)));
    await records.assignments.put(of('assignment').map(({ record }) => placedDoc(record)));
    await records.deliveries.put(of('delivery').map(({ record }) => deliveryDoc(record)));
    await records.tokens.put(of('token').map(({ record }) => tokenDoc(record)));
    await records.idempotentRequests.put(of('idempotent_request').map(({ record }) => requestDoc(record)));
    await records.authRecords.put(of('account').map(({ model, record }) => authDoc(model, record, 1)));
  }

  return {
    async *all() {
      yield* each(records.authRecords, ({ model, fields }) => ({ kind: 'account', model, record: fields }));
      yield* each(records.workspaces, (record) => ({ kind: 'workspace', record }));
      yield* each(records.tokens, (doc) => ({ kind: 'token', record: tokenOf(doc) }));
      yield* each(records.auditEntries, (doc) => ({ kind: 'audit_entry', record: auditEntryOf(doc) }));
      yield* each(records.spending, (doc) => ({ kind: 'spending', record: spendingOf(doc) }));
      yield* each(records.spendingCaps, (doc) => ({ kind: 'spending_caps', record: capsOf(doc) }));
      yield* each(records.signingKeys, (doc) => ({ kind: 'signing_key', record: keyOf(doc) }));
      yield* each(records.webhookRotations, (doc) => ({ kind: 'webhook_rotation', record: rotationOf(doc) }));
      yield* each(records.politics, (doc) => ({ kind: 'politics', record: politicsOf(doc) }));
      yield* each(records.projects, (doc) => ({ kind: 'project', record: projectOf(doc) }));
      yield* runs();
      yield* each(records.reviews, (doc) => ({ kind: 'review', record: placedOf(doc) }));
      yield* each(records.assignments, (doc) => ({ kind: 'assignment', record: placedOf(doc) }));
      yield* each(records.deliveries, (doc) => ({ kind: 'delivery', record: deliveryOf(doc) }));
      yield* each(records.idempotentRequests, (doc) => ({
        kind: 'idempotent_request',
        record: requestOf(doc),
      }));
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

/** Yields every document of a collection as a portable record. */
async function* each<Doc>(
  documents: { all(): AsyncIterable<Doc> },
  portableOf: (doc: Doc) => PortableRecord,
): AsyncGenerator<PortableRecord> {
  for await (const doc of documents.all()) yield portableOf(doc);
}
