import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { labelSchema } from '../../../engine/model/finding.ts';
import { auditEntrySchema } from '../../domain/audit.ts';
import { channels, deliveryStates } from '../../domain/delivery.ts';
import { tokenScopes } from '../../domain/records/rights.ts';
import { roles } from '../../domain/workspaces/roles.ts';
import type { PortableRecord } from '../../store/port.ts';
import { badInput } from '../terminal/ending.ts';

/** The version of the format. It increases when exports get records that an older release cannot read. */
const format = 8;

const id = z.string().regex(/^[0-9a-f]{24}$/);
const text = z.string();
const time = z.iso.datetime();
/** A person or a workspace that spends on models. */
const payer = z.string().regex(/^(workspace:)?[0-9a-f]{24}$/);
const amount = z.number();

const stamp = { _id: id, version: z.int(), createdAt: time };
const owned = { ...stamp, workspaceId: id, userId: id };
const ofRun = { workspaceId: id, runId: id };
const ofFinding = { workspaceId: id, projectId: id, fingerprint: text };

/**
 * The fields by which the store finds the records of each kind. Stored records were validated when they were created, so
 * only these fields are validated again.
 */
const schemas: Record<PortableRecord['kind'], z.ZodType> = {
  workspace: holding({
    ...{ ...owned, updatedAt: time, name: text },
    members: z.array(z.looseObject({ userId: id, role: z.enum(roles) })),
    invitations: z.array(
      z.looseObject({ _id: id, role: z.enum(roles), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    ),
  }),
  politics: holding(owned),
  project: holding(owned),
  run: holding({ ...owned, projectId: id }),
  finding: holding({ fingerprint: text, finding: z.looseObject({ id: text }) }, ofRun),
  event: holding({ runId: id, sequence: z.int().min(1), type: text, hash: text }, ofRun),
  signing_key: holding({ id: text, x: text, since: text }),
  webhook_rotation: holding({
    ...{ workspaceId: id, url: text, rotation: z.int().min(1), previousUntil: time, changeId: id },
  }),
  review: holding({ ...ofFinding, label: labelSchema, reason: text, by: text, at: text }),
  assignment: holding({ ...ofFinding, userId: id }),
  delivery: holding({
    ...{
      ...stamp,
      ...ofRun,
      updatedAt: time,
      projectId: id,
      recipient: text,
      attempts: z.array(z.unknown()),
    },
    ...{ channel: z.enum(channels), state: z.enum(deliveryStates), nextAttemptAt: time.nullable() },
  }),
  token: holding({
    ...{ _id: id, userId: id, workspaceId: id, name: text, hash: text, last4: text, createdAt: text },
    ...{ expiresAt: text.nullable(), lastUsedAt: text.nullable(), revokedAt: text.nullable() },
    // Exports of earlier releases have no `scopes`: their tokens have every scope.
    scopes: z.array(z.enum(tokenScopes)).exactOptional(),
  }),
  spending: holding({ userId: payer, month: text, tokens: amount, cost: amount }),
  spending_caps: holding({ userId: id, tokens: amount.nullable(), cost: amount.nullable() }),
  audit_entry: holding(auditEntrySchema.shape),
  idempotent_request: holding({
    ...{ userId: id, scope: text, key: text, fingerprint: text, recordId: id, expiresAt: text },
  }),
  account: holding({ id: text }, { model: z.string().regex(/^[A-Za-z][A-Za-z0-9_]*$/) }),
};

/** The schema of a line whose record has these fields. */
function holding(fields: z.ZodRawShape, beside: z.ZodRawShape = {}): z.ZodType {
  return z.looseObject({ ...beside, record: z.looseObject(fields) });
}

const kindSchema = z.looseObject({
  kind: z.custom<PortableRecord['kind']>(
    (name) => typeof name === 'string' && Object.hasOwn(schemas, name),
    'is no kind of record',
  ),
});

function checked(value: unknown) {
  const line = kindSchema.safeParse(value);
  return line.success ? schemas[line.data.kind].safeParse(value) : line;
}

function isPortable(value: unknown): value is PortableRecord {
  return checked(value).success;
}

const firstLine = z.object({ proviso: z.literal('export'), format: z.int() });
const lastLine = z.object({ end: z.literal(true), records: z.int() });

/** The lines of an export: a header, one line for each record, and a last line with the number of records. */
export async function* linesOf(records: AsyncIterable<PortableRecord>): AsyncGenerator<string> {
  yield `${JSON.stringify({ proviso: 'export', format })}\n`;
  let count = 0;
  for await (const record of records) {
    count += 1;
    yield `${JSON.stringify(record)}\n`;
  }
  yield `${JSON.stringify({ end: true, records: count })}\n`;
}

/**
 * Reads the records of an export in groups. Throws `bad_input`, whose message names the line, if the file is not an
 * export, comes from a newer release, has a damaged line, or is incomplete.
 */
export async function* recordsIn(input: Readable, groupSize: number): AsyncGenerator<PortableRecord[]> {
  let number = 0;
  let written = format;
  let ended: number | null = null;
  let count = 0;
  let group: PortableRecord[] = [];
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (number === 1) {
      written = formatOf(line);
      continue;
    }
    if (ended !== null) throw badInput(`line ${number}: the file has data after the end of the export`);
    const value = parsed(line, number);
    const end = lastLine.safeParse(value);
    if (end.success) {
      ended = end.data.records;
      continue;
    }
    const record = withLease(written < 7 ? inWorkspace(value) : value);
    if (!isPortable(record)) throw damaged(number, z.prettifyError(checked(record).error ?? { issues: [] }));
    group.push(record);
    count += 1;
    if (group.length === groupSize) {
      yield group;
      group = [];
    }
  }
  if (group.length > 0) yield group;
  if (ended === null)
    throw badInput(`the export ends after line ${number} without its last line: the file is incomplete`);
  if (ended !== count) throw badInput(`the export should have ${ended} records and has ${count}`);
}

/** The format of an export, from its first line. Throws `bad_input` if this release cannot read it. */
function formatOf(line: string): number {
  const first = firstLine.safeParse(parsed(line, 1));
  if (!first.success) throw badInput('the file is not an export of proviso');
  if (first.data.format <= format) return first.data.format;
  throw badInput(`a newer release wrote the export (format ${first.data.format}): update Proviso`);
}

function parsed(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw damaged(number, 'it is not JSON');
  }
}

function damaged(number: number, why: string): Error {
  return badInput(`line ${number} of the export is damaged: ${why}`);
}

const line = z.looseObject({
  kind: z.string(),
  userId: z.string().optional(),
  record: z.looseObject({ userId: z.string().optional() }),
});

/**
 * Puts a record of an export without workspaces (up to format 6) into the workspace of its owner, whose id is that of the
 * owner. Returns anything else unchanged.
 */
function inWorkspace(value: unknown): unknown {
  const parsed = line.safeParse(value);
  if (!parsed.success) return value;
  const { record, ...rest } = parsed.data;
  switch (rest.kind) {
    case 'politics':
    case 'project':
    case 'run':
    case 'token':
      return { ...rest, record: { ...record, workspaceId: record.userId } };
    case 'review':
    case 'delivery':
    case 'webhook_rotation':
      return { ...rest, record: ofWorkspace(record) };
    case 'finding':
    case 'event':
      return { ...ofWorkspace(rest), record };
    default:
      return value;
  }
}

function ofWorkspace<Owned extends { userId?: string | undefined }>({ userId, ...rest }: Owned) {
  return { ...rest, workspaceId: userId };
}

/** Adds the lease that notifications and idempotent requests of earlier releases do not have. */
function withLease(value: unknown): unknown {
  const parsed = line.safeParse(value);
  if (!parsed.success) return value;
  const { kind, record } = parsed.data;
  if (kind === 'delivery') return { ...parsed.data, record: { lease: null, ...record } };
  return kind === 'idempotent_request' ? { ...parsed.data, record: { lease: '', ...record } } : value;
}
