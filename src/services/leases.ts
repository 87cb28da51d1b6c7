import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Leases of this process whose work is not over. */
const held = new Set<string>();

/** A lease of this process, for one piece of work. */
export type Lease = {
  /** By which the record that is worked on names it. */
  readonly name: string;
  /** Says that the work is over, whether its end could be stored or not. */
  end(): void;
};

/** Takes leases for this process, and knows which leases of others are dead. */
export interface LeaseHolder {
  /** How long others wait for a process that is silent before they take its work, in ms. */
  readonly leaseMs: number;
  /** A new lease, for one piece of work. */
  take(): Lease;
  /** Whether the work under the lease ended here, or its process ended or was silent for as long as a lease lasts. */
  isDead(lease: string): boolean;
}

/** A name for a part of this process that takes leases. Unique over machines and restarts. */
export function newHolderName(): string {
  return [thisMachine, process.pid, randomBytes(6).toString('hex')].join('/');
}

/** A new lease of the holder, named by `HOLDER/NUMBER`. */
export function newLease(holder: string, number: number): Lease {
  const name = `${holder}/${number}`;
  held.add(name);
  return { name, end: () => void held.delete(name) };
}

/** Ends all leases of a holder that stops. */
export function endLeasesOf(holder: string): void {
  for (const lease of held) if (holderOf(lease) === holder) held.delete(lease);
}

/** The holder of the lease. */
export function holderOf(lease: string): string {
  return lease.split('/').slice(0, 3).join('/');
}

/**
 * Whether the work under the lease is surely over: its process ran on this machine and is gone, or is this process and
 * has ended the lease. Of other machines nothing is known.
 */
export function isOverHere(lease: string): boolean {
  const [machine, pid] = lease.split('/');
  if (machine !== thisMachine) return false;
  return Number(pid) === process.pid ? !held.has(lease) : !isRunning(Number(pid));
}

/**
 * What shares its process ids with this process. A host name does not tell: containers and copied machines can have the
 * same one. On Linux a boot and a namespace of processes identify it.
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
 * Whether the process has ended and only its entry is left, because the process above it does not ask for its end:
 * usual in containers, where the first process often is no init. Known on Linux alone.
 */
function isDefunct(pid: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
