import {
  AuditCheck,
  type AuditEntry,
  type AuditSeal,
  type Change,
  type ChangedRecord,
  type Origin,
  sealBytes,
} from '../../domain/audit.ts';
import { AppError, refuseInvalid } from '../../domain/errors.ts';
import { newObjectId } from '../../domain/records/object-id.ts';
import { type Actor, requireRight } from '../../domain/records/owned.ts';
import type { Dependencies } from '../dependencies.ts';
import { settlePending } from './settle-pending.ts';

export type NewChange = {
  action: string;
  origin: Origin;
  /** The workspace in whose log the change is recorded; null if only the work finds out, as a sign-in does. */
  ownerId: string | null;
  /** The record that will be changed, if it exists already. */
  record?: ChangedRecord | null;
  /** Identifies the user if `ownerId` is null and the process dies during the work. */
  email?: string | null;
};

/**
 * What became of a change. With `refused`, a sign-in was refused; with `failed`, nothing was changed; with `unknown`, an
 * unexpected error leaves open whether something was changed.
 */
export type Made = {
  outcome: 'done' | 'refused' | 'failed' | 'unknown';
  record?: ChangedRecord | null;
  ownerId?: string | null;
};

/** A page of the log, newest entry first. `nextCursor` is the cursor of the next page; null at the end. */
type AuditPage = { entries: AuditEntry[]; nextCursor: string | null };

type AuditVerification = Pick<AuditCheck, 'entries' | 'first' | 'head' | 'problem'>;

const pageSize = 500;
export const auditCursorPattern = /^audit\.\d{1,15}$/;

/**
 * The audit log. A change is noted before it is made, and its entry is written when it is done. So no change is ever
 * without its entry: if the process dies in between, the next process that reads the log or tidies up writes the entry,
 * with the outcome `unknown`, because it is not known whether the change was made.
 */
export function auditService({
  store,
  clock,
  log,
  holder,
  signingKey,
}: Pick<Dependencies, 'store' | 'clock' | 'log' | 'holder' | 'signingKey'>) {
  async function finish(change: Omit<Change, 'ownerId'>, made: Made, ownerId: string | null): Promise<void> {
    const owner = made.ownerId ?? ownerId;
    if (made.outcome === 'failed' || owner === null) return store.audit.forget(change.id);
    const record = made.record ?? change.record;
    await store.audit.append({ ...change, ownerId: owner, record }, made.outcome, clock.now());
  }

  async function* everything(ownerId: string): AsyncGenerator<AuditEntry> {
    for (let after = 0; ; ) {
      const entries = await store.audit.walk(ownerId, after, pageSize);
      yield* entries;
      const last = entries.at(-1);
      if (last === undefined || entries.length < pageSize) return;
      after = last.sequence;
    }
  }

  return {
    /** Does the work of a change and records it. `made` says what became of it. Throws what the work throws. */
    async during<Value>(
      { action, origin, ownerId, record = null, email = null }: NewChange,
      work: () => Promise<Value>,
      made: (value: Value) => Made | Promise<Made>,
    ): Promise<Value> {
      const lease = holder.take();
      const now = clock.now();
      const change = { id: newObjectId(now), action, record, origin };
      try {
        await store.audit.begin({ ...change, ownerId, email, lease: lease.name, since: now.toISOString() });
        let outcome: Made = { outcome: 'unknown' };
        try {
          const value = await work();
          outcome = await made(value);
          return value;
        } catch (error) {
          if (error instanceof AppError && error.status < 500) outcome = { outcome: 'failed' };
          throw error;
        } finally {
          // If this write fails, the note of the change remains, from which the entry is written later.
          await finish(change, outcome, ownerId).catch((error: unknown) =>
            log.error({ error, action }, 'the entry of a change in the audit log will be written later'),
          );
        }
      } finally {
        lease.end();
      }
    },

    async list(
      actor: Actor,
      { after, pageSize: size }: { after?: string; pageSize: number },
    ): Promise<AuditPage> {
      requireRight(actor, 'administer');
      await settlePending({ store, clock, holder });
      if (after !== undefined && !auditCursorPattern.test(after))
        refuseInvalid([{ path: 'after', message: 'is not a nextCursor that this list has returned' }]);
      const before = after === undefined ? Number.MAX_SAFE_INTEGER : Number(after.slice('audit.'.length));
      const found = await store.audit.walkBack(actor.workspaceId, before, size + 1);
      const entries = found.slice(0, size);
      const last = entries.at(-1);
      return { entries, nextCursor: found.length > size && last ? `audit.${last.sequence}` : null };
    },

    /** Reads the whole log and checks that no entry was changed, removed or moved. */
    async verify(actor: Actor): Promise<AuditVerification> {
      requireRight(actor, 'administer');
      await settlePending({ store, clock, holder });
      const check = new AuditCheck();
      for await (const entry of everything(actor.workspaceId)) check.add(entry);
      const { entries, first, head, problem } = check;
      return { entries, first, head, problem };
    },

    /** Yields the whole log as JSON lines, oldest entry first, and a last line that is signed. */
    async *export(actor: Actor) {
      requireRight(actor, 'administer');
      const { workspaceId } = actor;
      await settlePending({ store, clock, holder });
      const check = new AuditCheck();
      for await (const entry of everything(workspaceId)) {
        check.add(entry);
        yield `${JSON.stringify(entry)}\n`;
      }
      const { entries, first, head } = check;
      const exportedAt = clock.now().toISOString();
      const seal: AuditSeal = { ownerId: workspaceId, entries, first, head, exportedAt };
      const { id, x } = signingKey;
      yield `${JSON.stringify({ seal, key: { id, x }, signature: signingKey.sign(sealBytes(seal)) })}\n`;
    },
  };
}
