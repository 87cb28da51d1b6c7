import { createHash } from 'node:crypto';
import type { Db } from 'mongodb';
import { foldForSearch } from '../../../src/domain/records/search-fold.ts';
import { lineOf } from '../../../src/domain/runs/event-chain.ts';
import { auditDoc } from '../../../src/store/mongo/audit.ts';
import { capsDoc, spendingDoc } from '../../../src/store/mongo/budgets.ts';
import { rotationDoc } from '../../../src/store/mongo/keys.ts';
import { placedDoc } from '../../../src/store/mongo/reviews.ts';
import type { PortableRecord } from '../../../src/store/port.ts';

/**
 * Writes records in the format of schema 7: the indexed fields as fields and all others as JSON text in `doc`. The
 * snapshot and result of a run are JSON text that is split into pieces.
 */
export async function putAsJsonText(database: Db, group: readonly PortableRecord[]): Promise<void> {
  for (const one of group) {
    for (const [collection, doc] of await stored(database, one)) {
      await database.collection<{ _id: string }>(collection).insertOne(doc);
    }
  }
  const service = database.collection<{ _id: string }>('service');
  await service.updateOne({ _id: 'schema' }, { $set: { version: 7 } }, { upsert: true });
}

/** A record as releases without workspaces stored it, with the owner as `userId`. */
function earlier<Record extends { workspaceId: string }>({ workspaceId, ...record }: Record) {
  return { ...record, userId: workspaceId };
}

type Stored = [collection: string, doc: { _id: string; doc?: string; [field: string]: unknown }][];

async function stored(database: Db, one: PortableRecord): Promise<Stored> {
  switch (one.kind) {
    case 'politics':
    case 'project': {
      const { _id, userId, updatedAt, version, name, description } = one.record;
      const files = one.kind === 'politics' ? one.record.knowledgeFiles : one.record.files;
      const fields = {
        _id,
        userId,
        updatedAt: new Date(updatedAt),
        version,
        foldedName: foldForSearch(name),
        foldedDescription: foldForSearch(description),
        assetIds: files.flatMap((file) => file.assetId ?? []),
        ...(one.kind === 'project' && { politicsId: one.record.politicsId }),
      };
      const { workspaceId: _, ...record } = one.record;
      const doc = JSON.stringify(record);
      return [[one.kind === 'politics' ? 'politics' : 'projects', { ...fields, doc }]];
    }
    case 'run':
      return [['runs', await storedRun(database, one)]];
    case 'finding': {
      const { finding, fingerprint } = one.record;
      const { rule, subject } = finding;
      const place = {
        ruleIndex: rule.index,
        subject: subject.kind === 'project' ? -1 : subject.fileIndex,
      };
      const fields = {
        _id: `b ${one.runId}/${place.ruleIndex}/${place.subject}`,
        userId: one.workspaceId,
        runId: one.runId,
        batch: `b ${one.runId}`,
        listed: true,
        batchNumber: 1,
        ...place,
        id: finding.id,
        ruleKey: rule.key,
        label: finding.label ?? 'not_assessed',
        outcome: finding.outcome,
        fingerprint,
      };
      return [['findings', { ...fields, doc: JSON.stringify(finding) }]];
    }
    // Schema 7 has no events, keys and rotations. The migration must leave those of later releases as they are.
    case 'event': {
      const { workspaceId: userId, runId, record } = one;
      const { sequence } = record;
      return [
        ['run_events', { _id: `${runId}/${sequence}`, userId, runId, sequence, entry: lineOf(record) }],
      ];
    }
    case 'workspace':
      return [['workspaces', one.record]];
    case 'audit_entry':
      return [['audit_entries', auditDoc(one.record)]];
    case 'spending':
      return [['spending', spendingDoc(one.record)]];
    case 'spending_caps':
      return [['spending_caps', capsDoc(one.record)]];
    case 'signing_key': {
      const { id, x, since } = one.record;
      return [['signing_keys', { _id: id, x, since }]];
    }
    case 'webhook_rotation':
      return [['webhook_rotations', earlier(rotationDoc(one.record))]];
    case 'review': {
      const { workspaceId: userId, projectId, fingerprint, ...review } = one.record;
      const place = { userId, projectId, fingerprint };
      const _id = JSON.stringify([userId, projectId, fingerprint]);
      return [['reviews', { _id, ...place, doc: JSON.stringify(review) }]];
    }
    case 'assignment':
      return [['assignments', placedDoc(one.record)]];
    case 'delivery': {
      const { userId, ...record } = earlier(one.record);
      const { _id, projectId, runId, recipient, state, lease, version } = record;
      const { createdAt, nextAttemptAt } = one.record;
      const times = { createdAt: new Date(createdAt), dueAt: nextAttemptAt && new Date(nextAttemptAt) };
      const fields = { _id, userId, projectId, runId, recipient, state, ...times, lease, version };
      return [['deliveries', { ...fields, doc: JSON.stringify({ ...record, userId }) }]];
    }
    case 'token': {
      const { _id, userId, workspaceId: _w, createdAt, lastUsedAt, revokedAt, ...rest } = one.record;
      const times = {
        createdAt: new Date(createdAt),
        lastUsedAt: lastUsedAt && new Date(lastUsedAt),
        revokedAt: revokedAt && new Date(revokedAt),
      };
      return [['tokens', { _id, userId, ...times, doc: JSON.stringify(rest) }]];
    }
    case 'idempotent_request': {
      const { userId, scope, key, answer, expiresAt } = one.record;
      const _id = JSON.stringify([userId, scope, key]);
      const json = answer === null ? null : JSON.stringify(answer);
      const fields = { ...one.record, answer: json, expiresAt: new Date(expiresAt) };
      return [['idempotent_requests', { _id, ...fields }]];
    }
    case 'account': {
      const { id, email } = one.record;
      const fields = {
        _id: `${one.model}/${id}`,
        model: one.model,
        unique: JSON.stringify([one.model, 'value', email]),
        fields: one.record,
        expiresAt: null,
        revision: 1,
      };
      return [['auth_records', { ...fields, doc: JSON.stringify(one.record) }]];
    }
  }
}

async function storedRun(database: Db, { record }: Extract<PortableRecord, { kind: 'run' }>) {
  const { _id, projectId, createdAt, state, released, settled, lease, findings, ...fields } = record;
  const { userId, workspaceId: _, ...rest } = fields;
  const { politics, files, scope, result, ...head } = rest;
  return {
    _id,
    userId,
    projectId,
    createdAt: new Date(createdAt),
    state,
    released,
    settled,
    waiting: state === 'queued',
    dueAt: state === 'queued' ? new Date(0) : null,
    leaseOwner: lease.owner,
    fence: lease.fence,
    findings,
    endedAt: record.endedAt && new Date(record.endedAt),
    assetIds: [],
    doc: JSON.stringify(head),
    snapshot: await putPiece(database, userId, `run ${_id} snapshot`, { politics, files, scope }),
    result: result && (await putPiece(database, userId, `run ${_id} result`, result)),
    revision: 3,
    pending: [],
    batches: 1,
  };
}

async function putPiece(database: Db, userId: string, of: string, value: unknown) {
  const bytes = Buffer.from(JSON.stringify(value));
  const generation = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const number = 0;
  const fields = { userId, of, generation, number, writtenAt: new Date('2026-01-01T00:00:00.000Z'), bytes };
  const _id = JSON.stringify([userId, of, generation, number]);
  await database.collection<{ _id: string }>('pieces').insertOne({ _id, ...fields });
  return { generation, pieces: 1 };
}
