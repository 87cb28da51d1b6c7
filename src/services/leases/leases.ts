import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from '../../../engine/model/errors.ts';

/** The leases of this process that have not ended. */
const activeLeases = new Set<string>();

/** A lease of this process for one piece of work, such as a run. */
export type Lease = {
  /** The name of the lease. The name is stored in the record that the work is about. */
  readonly name: string;
  /** Ends the lease. Call it when the work is over, even if its result could not be stored. */
  end(): void;
};

/** Creates leases for this process, and decides which leases are dead. */
export interface LeaseOwner {
  /** How long a process must show no sign of life before other processes claim its work, in ms. */
  readonly leaseMs: number;
  /** Creates a lease for one piece of work. */
  take(): Lease;
  /**
   * Whether the work under the lease is over: this process has ended the lease, or the process of the lease has ended
   * or has shown no sign of life for `leaseMs`.
   */
  isDead(lease: string): boolean;
}

/** Creates a name for a part of this process that takes leases. The name is unique across machines and restarts. */
export function newHolderName(): string {
  return [thisMachine, process.pid, randomBytes(6).toString('hex')].join('/');
}

/** Creates a lease of the holder. The lease is named `HOLDER/NUMBER`. */
export function newLease(holder: string, number: number): Lease {
  const name = `${holder}/${number}`;
  activeLeases.add(name);
  return { name, end: () => void activeLeases.delete(name) };
}

/** Ends all leases of a holder, because the holder stops. */
export function endLeasesOf(holder: string): void {
  for (const lease of activeLeases) if (holderOf(lease) === holder) activeLeases.delete(lease);
}

/** Returns the name of the holder of the lease. */
export function holderOf(lease: string): string {
  return lease.split('/').slice(0, 3).join('/');
}

/**
 * Whether this machine can tell that the work under the lease is over: the holder was a process on this machine that
 * has ended, or the holder is this process and has ended the lease. Returns false for leases of other machines.
 */
export function isOverHere(lease: string): boolean {
  const [machine, pid] = lease.split('/');
  if (machine !== thisMachine) return false;
  return Number(pid) === process.pid ? !activeLeases.has(lease) : !isRunning(Number(pid));
}

/**
 * Identifies the machine or container within which process ids are unique. A host name is not enough, because
 * containers and copied machines can have the same name. On Linux, the boot id and the process namespace are added to
 * it.
 */
const thisMachine = `${encodeURIComponent(hostname())}~${processSpace()}`;

function processSpace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    const namespace = readlinkSync('/proc/self/ns/pid');
    return createHash('sha256').update(`${boot} ${namespace}`).digest('hex').slice(0, 12);
  } catch {
    return '';
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isDefunct(pid);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/**
 * Whether the process is a zombie: it has ended, but its parent has not reaped it. Zombies are common in containers,
 * where the first process often does not reap other processes. Zombies are detected on Linux only.
 */
function isDefunct(pid: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
