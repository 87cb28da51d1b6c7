import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { outcomeSchema } from '../../../engine/model/finding.ts';
import { auditEntrySchema } from '../../domain/audit.ts';
import { channels, deliveryStates } from '../../domain/delivery.ts';
import type { Politics } from '../../domain/politics.ts';
import type { Project } from '../../domain/project.ts';
import { tokenScopes } from '../../domain/records/rights.ts';
import type { ChainEntry } from '../../domain/runs/event-chain.ts';
import type { Run } from '../../domain/runs/run.ts';
import { roles } from '../../domain/workspaces/roles.ts';
import type { PortableRecord } from '../../store/port.ts';
import type { AuthRecord } from '../../store/ports/auth.ts';
import type { StoredFinding } from '../../store/ports/runs.ts';
import { badInput } from '../terminal/ending.ts';

/** The version of the format. It increases when exports get records that an older release cannot read. */
const format = 8;

const id = z.string().regex(/^[0-9a-f]{24}$/);
/** A person or a workspace that spends on models. */
const payer = z.string().regex(/^(workspace:)?[0-9a-f]{24}$/);
/**
 * Stored records were validated when they were created. Only the fields by which the store finds them are validated
 * again.
 */
const owned = z.looseObject({
  _id: id,
  workspaceId: id,
  userId: id,
  version: z.int(),
  createdAt: z.iso.datetime(),
});

const portable = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('workspace'),
    record: z.object({
      _id: id,
      workspaceId: id,
      userId: id,
      version: z.int(),
      createdAt: z.iso.datetime(),
      updatedAt: z.iso.datetime(),
      name: z.string(),
      members: z.array(z.object({ userId: id, role: z.enum(roles), since: z.string() })),
      invitations: z.array(
        z.object({
          _id: id,
          email: z.string(),
          role: z.enum(roles),
          hash: z.string().regex(/^[0-9a-f]{64}$/),
          invitedBy: id,
          createdAt: z.string(),
          expiresAt: z.string(),
        }),
      ),
      caps: z.object({ tokens: z.number().nullable(), cost: z.number().nullable() }).nullable(),
    }),
  }),
  z.object({ kind: z.literal('politics'), record: z.custom<Politics>(has(owned)) }),
  z.object({ kind: z.literal('project'), record: z.custom<Project>(has(owned)) }),
  z.object({ kind: z.literal('run'), record: z.custom<Run>(has(owned.extend({ projectId: id }))) }),
  z.object({
    kind: z.literal('finding'),
    workspaceId: id,
    runId: id,
    record: z.custom<StoredFinding>(
      has(z.looseObject({ fingerprint: z.string(), finding: z.looseObject({ id: z.string() }) })),
    ),
  }),
  z.object({
    kind: z.literal('event'),
    workspaceId: id,
    runId: id,
    record: z.custom<ChainEntry>(
      has(z.looseObject({ runId: id, sequence: z.int().min(1), type: z.string(), hash: z.string() })),
    ),
  }),
  z.object({
    kind: z.literal('signing_key'),
    record: z.object({ id: z.string(), x: z.string(), since: z.string() }),
  }),
  z.object({
    kind: z.literal('webhook_rotation'),
    record: z.object({
      workspaceId: id,
      url: z.string(),
      rotation: z.int().min(1),
      previousUntil: z.iso.datetime(),
      changeId: id,
    }),
  }),
  z.object({
    kind: z.literal('review'),
    record: z.object({
      workspaceId: id,
      projectId: id,
      fingerprint: z.string(),
      label: z.enum(['CONFIRMED', 'NOT FOUND', 'ESTIMATED']),
      outcome: outcomeSchema.exactOptional(),
      reason: z.string(),
      by: z.string(),
      at: z.string(),
    }),
  }),
  z.object({
    kind: z.literal('assignment'),
    record: z.object({ workspaceId: id, projectId: id, fingerprint: z.string(), userId: id }),
  }),
  z.object({
    kind: z.literal('delivery'),
    record: z.object({
      _id: id,
      workspaceId: id,
      version: z.int(),
      createdAt: z.iso.datetime(),
      updatedAt: z.iso.datetime(),
      projectId: id,
      runId: id,
      recipient: z.string(),
      channel: z.enum(channels),
      state: z.enum(deliveryStates),
      reason: z.string().nullable(),
      attempts: z.array(
        z.object({
          at: z.string(),
          outcome: z.enum(['delivered', 'failed', 'unknown']),
          detail: z.string(),
        }),
      ),
      tries: z.int(),
      resends: z.int(),
      nextAttemptAt: z.iso.datetime().nullable(),
      lease: z.string().nullable().default(null),
    }),
  }),
  z.object({
    kind: z.literal('token'),
    record: z.object({
      _id: id,
      userId: id,
      workspaceId: id,
      name: z.string(),
      hash: z.string(),
      last4: z.string(),
      createdAt: z.string(),
      expiresAt: z.string().nullable(),
      lastUsedAt: z.string().nullable(),
      revokedAt: z.string().nullable(),
      // Exports of earlier releases have no `scopes`: their tokens have every scope.
      scopes: z.array(z.enum(tokenScopes)).exactOptional(),
      limit: z.object({ kind: z.enum(['politics', 'project']), id }).exactOptional(),
    }),
  }),
  z.object({
    kind: z.literal('spending'),
    record: z.object({ userId: payer, month: z.string(), tokens: z.number(), cost: z.number() }),
  }),
  z.object({
    kind: z.literal('spending_caps'),
    record: z.object({ userId: id, tokens: z.number().nullable(), cost: z.number().nullable() }),
  }),
  z.object({ kind: z.literal('audit_entry'), record: auditEntrySchema }),
  z.object({
    kind: z.literal('idempotent_request'),
    record: z.object({
      userId: id,
      scope: z.string(),
      key: z.string(),
      fingerprint: z.string(),
      recordId: id,
      answer: z.json(),
      // Exports of earlier releases have no `lease`.
      lease: z.string().default(''),
      expiresAt: z.string(),
    }),
  }),
  z.object({
    kind: z.literal('account'),
    model: z.string().regex(/^[A-Za-z][A-Za-z0-9_]*$/),
    record: z.custom<AuthRecord>(has(z.looseObject({ id: z.string() }))),
  }),
]);

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
    const record = portable.safeParse(written < 7 ? inWorkspace(value) : value);
    if (!record.success) throw damaged(number, z.prettifyError(record.error));
    group.push(record.data);
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

function has(schema: z.ZodType) {
  return (value: unknown): boolean => schema.safeParse(value).success;
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
