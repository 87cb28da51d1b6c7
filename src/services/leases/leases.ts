import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Leases of this process whose work has not ended. */
const activeLeases = new Set<string>();

/** A lease of this process for one piece of work. */
export type Lease = {
  /** The name of the lease, which is stored in the record that is worked on. */
  readonly name: string;
  /** Ends the lease when the work is over, whether or not its result could be stored. */
  end(): void;
};

/** Creates leases for this process, and decides which leases are dead. */
export interface LeaseOwner {
  /** How long a process must be silent before others claim its work, in ms. */
  readonly leaseMs: number;
  /** Creates a lease for one piece of work. */
  take(): Lease;
  /**
   * Whether work under the lease is over: this process has ended the lease, or the process with the lease has ended or
   * has been silent for `leaseMs`.
   */
  isDead(lease: string): boolean;
}

/** A name for a part of this process that takes leases, unique across machines and restarts. */
export function newHolderName(): string {
  return [thisMachine, process.pid, randomBytes(6).toString('hex')].join('/');
}

/** Creates a lease of the holder, named `HOLDER/NUMBER`. */
export function newLease(holder: string, number: number): Lease {
  const name = `${holder}/${number}`;
  activeLeases.add(name);
  return { name, end: () => void activeLeases.delete(name) };
}

/** Ends all leases of a holder that stops. */
export function endLeasesOf(holder: string): void {
  for (const lease of activeLeases) if (holderOf(lease) === holder) activeLeases.delete(lease);
}

/** The name of the holder of the lease. */
export function holderOf(lease: string): string {
  return lease.split('/').slice(0, 3).join('/');
}

/**
 * Whether the work under the lease is certainly over: either its process ran on this machine and is gone, or it is a
 * lease of this process that has ended. Returns false for leases of other machines.
 */
export function isOverHere(lease: string): boolean {
  const [machine, pid] = lease.split('/');
  if (machine !== thisMachine) return false;
  return Number(pid) === process.pid ? !activeLeases.has(lease) : !isRunning(Number(pid));
}

/**
 * Identifies the machine or container within which process ids are unique. A host name is not enough, because
 * containers and copied machines can have the same name. On Linux, the boot id and the process namespace are added.
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
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/**
 * Whether the process is a zombie: it has ended, but its parent has not reaped it. Zombies are common in containers,
 * where the first process often is not an init. Only detected on Linux.
 */
function isDefunct(pid: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
