import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Heartbeat, startHeartbeat } from '../../../src/services/leases/heartbeat.ts';
import { newHolderName } from '../../../src/services/leases/leases.ts';
import type { Store } from '../../../src/store/port.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { silentLog } from '../../support/service.ts';

const leaseMs = 15_000;
const hourMs = 3_600_000;

let folder = '';
let store: Store;
const running: Heartbeat[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  folder = mkdtempSync(join(tmpdir(), 'proviso-heartbeat-'));
  store = openSqliteStore(folder, () => {});
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  vi.useRealTimers();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function started(over = store): Heartbeat {
  const heartbeat = startHeartbeat({ store: over, log: silentLog }, leaseMs);
  running.push(heartbeat);
  return heartbeat;
}

/** A process whose connection to the store can be cut. */
function cuttable() {
  const way = { cut: false };
  const use = <Value>(work: () => Promise<Value>) =>
    way.cut ? Promise.reject(new Error('the store is down')) : work();
  const processes: Store['processes'] = {
    beat: (name, beat) => use(() => store.processes.beat(name, beat)),
    all: () => use(() => store.processes.all()),
    remove: (names) => use(() => store.processes.remove(names)),
  };
  return { way, heartbeat: started({ ...store, processes }) };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a lease', () => {
  it('is valid while its process sends heartbeats, whatever the clocks say', async () => {
    const [worker, observer] = [started(), started()];
    const lease = worker.take();
    for (const jump of [hourMs, -hourMs, 24 * hourMs]) {
      vi.setSystemTime(Date.now() + jump);
      for (let at = 0; at < 20; at += 1) {
        await pass(leaseMs / 3);
        expect(observer.isDead(lease.name)).toBe(false);
      }
    }
  });

  it('is dead after its process has been silent for the duration of a lease, and alive again after the next heartbeat', async () => {
    const { way, heartbeat } = cuttable();
    const observer = started();
    const lease = heartbeat.take();
    await pass(leaseMs);
    way.cut = true;
    await pass(leaseMs - 1);
    expect(observer.isDead(lease.name)).toBe(false);
    await pass(leaseMs / 3 + 1);
    expect(observer.isDead(lease.name)).toBe(true);
    // Dead processes are removed from the store.
    expect((await store.processes.all()).size).toBe(1);
    way.cut = false;
    await pass(leaseMs);
    expect(observer.isDead(lease.name)).toBe(false);
  });

  it('does not become dead if the observing process cannot reach the store', async () => {
    const worker = started();
    const { way, heartbeat: observer } = cuttable();
    const lease = worker.take();
    await pass(leaseMs);
    way.cut = true;
    await pass(hourMs);
    expect(observer.isDead(lease.name)).toBe(false);
  });

  it('of a process that never sent a heartbeat is dead only after the duration of a lease', async () => {
    const observer = started();
    await pass(leaseMs);
    expect(observer.isDead('elsewhere/1/a/1')).toBe(false);
    await pass(leaseMs - 1);
    expect(observer.isDead('elsewhere/1/a/1')).toBe(false);
    await pass(1);
    expect(observer.isDead('elsewhere/1/a/1')).toBe(true);
  });

  it('is dead for all processes once its own process has finished its work or stops', async () => {
    const [worker, observer] = [started(), started()];
    const [first, second] = [worker.take(), worker.take()];
    first.end();
    expect([worker, observer].map((one) => one.isDead(first.name))).toEqual([true, true]);
    expect([worker, observer].map((one) => one.isDead(second.name))).toEqual([false, false]);
    await worker.stop();
    expect(observer.isDead(second.name)).toBe(true);
  });

  it('is dead as soon as its process is gone if that process was on the same machine, but not if it was on another machine', async () => {
    const observer = started();
    const [machine = ''] = newHolderName().split('/');
    const gonePid = 2 ** 22 + 1;
    expect(observer.isDead(`${machine}/${gonePid}/a/1`)).toBe(true);
    expect(observer.isDead(`${machine}/${process.ppid}/a/1`)).toBe(false);
    // Containers and copied machines can have the same host name, so an equal name does not mean the same machine.
    const [host] = machine.split('~');
    expect(observer.isDead(`${host}/${gonePid}/a/1`)).toBe(false);
    expect(observer.isDead(`${host}~other/${gonePid}/a/1`)).toBe(false);
  });
});
