import { createHash, createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from './canonical-json.ts';
import { type ChainHead, emptyChain, linkProblem } from './records/hash-chain.ts';

/**
 * How a change reached the service. `userId` is the person who made it; null if the person is not known. `credentialId` is
 * the id of the token or session. `address` and `requestId` are null for a command of the operator, and for a look at a
 * folder that the person watches.
 */
const originSchema = z.object({
  via: z.enum(['token', 'session', 'sign_in', 'command', 'watch']),
  userId: z.string().nullable(),
  credentialId: z.string().nullable(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
});

/**
 * An entry of an audit log. `id` identifies the change; no log contains two entries of one change. `ownerId` is the
 * workspace in whose log the entry is. `refused` is a sign-in that was refused. With `unknown`, the process died or failed before
 * it knew whether the change was made. The record of an assignment also says to whom the finding was assigned.
 */
export const auditEntrySchema = z.object({
  id: z.string(),
  ownerId: z.string(),
  sequence: z.int(),
  at: z.iso.datetime(),
  action: z.string(),
  record: z
    .object({ kind: z.string(), id: z.string(), assignee: z.string().nullable().exactOptional() })
    .nullable(),
  origin: originSchema,
  outcome: z.enum(['done', 'refused', 'unknown']),
  previous: z.string().nullable(),
  hash: z.string(),
});

export type Origin = z.infer<typeof originSchema>;
export type AuditEntry = z.infer<typeof auditEntrySchema>;
export type ChangeOutcome = AuditEntry['outcome'];
export type Change = Pick<AuditEntry, 'id' | 'ownerId' | 'action' | 'record' | 'origin'>;
/** The record that a change concerned, such as a project. */
export type ChangedRecord = NonNullable<Change['record']>;

/**
 * The last line of an export: what it contains, signed with the key of the installation. `first` is the number of the
 * first entry; earlier ones were removed after the retention period.
 */
export const sealSchema = z.object({
  seal: z.object({
    ownerId: z.string(),
    entries: z.int(),
    first: z.int(),
    head: z.object({ sequence: z.int(), hash: z.string().nullable() }),
    exportedAt: z.iso.datetime(),
  }),
  key: z.object({ id: z.string(), x: z.string() }),
  signature: z.string(),
});

export type AuditSeal = z.infer<typeof sealSchema>['seal'];

/** The hash before the first entry that an export contains: earlier entries may have been removed. */
export function headBefore(entry: Pick<AuditEntry, 'sequence' | 'previous'> | undefined): ChainHead {
  return entry === undefined ? emptyChain : { sequence: entry.sequence - 1, hash: entry.previous };
}

/** Checks entries one after another. `problem` is the first thing that is wrong with them; null if nothing is. */
export class AuditCheck {
  entries = 0;
  first = 0;
  head: ChainHead = emptyChain;
  problem: string | null = null;

  add(entry: AuditEntry): void {
    if (this.entries === 0) {
      this.first = entry.sequence;
      this.head = headBefore(entry);
    }
    this.problem ??= linkProblem(this.head, entry);
    this.entries += 1;
    this.head = { sequence: entry.sequence, hash: entry.hash };
  }

  /** Returns what is wrong with the entries or with the seal; null if both are intact. */
  sealedBy({ seal, key, signature }: z.infer<typeof sealSchema>): string | null {
    if (this.problem !== null) return this.problem;
    if (keyId(key.x) !== key.id) return 'the last line names a key that is not its own';
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.x }, format: 'jwk' });
    const signed = Buffer.from(signature, 'base64url');
    if (!verify(null, sealBytes(seal), publicKey, signed)) return 'the signature of the last line is wrong';
    const { hash, sequence } = this.head;
    if (seal.entries !== this.entries || seal.head.hash !== hash || seal.head.sequence !== sequence)
      return `the export had ${seal.entries} entries up to entry ${seal.head.sequence}, and ${this.entries} are here: entries at the start or the end were removed or added`;
    return null;
  }
}

/** The bytes that the installation signs. */
export function sealBytes(seal: AuditSeal): Buffer {
  return Buffer.from(canonicalJson(seal));
}

/** The thumbprint of a public key: the hash of its required members in the order of RFC 7638. */
export function keyId(x: string): string {
  return createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');
}
