import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { newObjectId } from '../../src/domain/records/object-id.ts';
import type { Run } from '../../src/domain/runs/run.ts';
import { type Heartbeat, startHeartbeat } from '../../src/services/leases/heartbeat.ts';
import type { Lease } from '../../src/services/leases/leases.ts';
import type { Store } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { aResult, aRun } from '../../test/support/records.ts';
import { table } from './table.ts';

const workerCount = Number(process.env.BENCH_WORKERS ?? 1_000);
const simulatedSeconds = Number(process.env.BENCH_SECONDS ?? 180);
/** One owner has as many waiting runs as all others together. */
const owners = 100;
const runsOfOthers = Math.ceil((workerCount * 18) / 2 / (owners - 1));
/** From this second on, one worker is killed and one is paused every second, until the last minute. */
const disturbedFrom = 20;
const pauseSeconds = 40;
/** A simulation that takes longer has failed, in simulated seconds. */
const longestSimulation = 3_600;
/** A run takes 1 to this many seconds. */
const longestRun = 12;
/** Dead processes are found by every process; the simulation lets only some of them look, to save time. */
const lookers = 10;

/** The state of a worker. A paused worker does not know that it is paused, and goes on with its run afterwards. */
type Worker = {
  heartbeat: Heartbeat;
  /** Ends a pause. */
  wake: () => void;
  pausedUntil: number;
  work: { run: Run; lease: Lease; endsAt: number } | null;
};

/**
 * Simulates workers that claim, lose and finish runs. The claims, leases, fences and heartbeats are those of the service,
 * on a real store; the clock, the duration of runs, and the deaths and pauses of workers are simulated. Throws if a run
 * ends twice or never, if a worker writes to a run that it has lost, or if an owner gets a second turn while another one
 * waits for the first.
 */
export async function schedulerSimulation(): Promise<string> {
  // In memory if possible, because the simulation waits for every write.
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(parent, 'proviso-scheduler-'));
  const store = await openSqliteStore(folder);
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.now() });
  try {
    return await new Simulation(store).run();
  } finally {
    mock.timers.reset();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

class Simulation {
  readonly #store: Store;
  readonly #workers: Worker[] = [];
  readonly #users = Array.from({ length: owners }, () => newObjectId());
  readonly #ended = new Map<string, number>();
  readonly #firstTurns: string[] = [];
  /** When the worker of a run died or paused, in simulated seconds. */
  readonly #lostAt = new Map<string, number>();
  readonly #waits: number[] = [];
  #second = 0;
  #claims = 0;
  #refused = 0;
  #random = 7;

  constructor(store: Store) {
    this.#store = store;
  }

  async run(): Promise<string> {
    const total = await this.#fill();
    for (let index = 0; index < workerCount; index += 1) this.#workers.push(this.#start());
    let disturbed = 0;
    while (this.#ended.size < total) {
      if (this.#second > longestSimulation)
        throw new Error(`only ${this.#ended.size} of ${total} runs ended`);
      if (this.#second >= disturbedFrom && this.#second < simulatedSeconds - 60) disturbed += this.#disturb();
      for (const worker of this.#workers) await this.#step(worker);
      if (this.#second % 5 === 0) await this.#free();
      mock.timers.tick(1_000);
      // The heartbeats that are due now go on until they wait for their next timer.
      for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
      this.#second += 1;
    }
    for (const { heartbeat, wake } of this.#workers) {
      wake();
      await heartbeat.stop();
    }
    const twice = [...this.#ended.values()].filter((times) => times > 1).length;
    if (twice > 0) throw new Error(`${twice} runs ended twice`);
    const unfair = new Set(this.#firstTurns).size;
    if (unfair < owners) throw new Error(`only ${unfair} owners had one of the first ${owners} turns`);
    const longest = Math.max(...this.#waits);
    return table(
      ['', ''],
      [
        ['workers', String(workerCount)],
        ['simulated seconds', String(this.#second)],
        ['runs of owners', `${total} of ${owners}`],
        ['claims', String(this.#claims)],
        ['workers killed or paused', String(disturbed)],
        ['writes refused to workers that had lost their run', String(this.#refused)],
        ['longest time until a lost run was claimed again', `${longest} s`],
        ['runs that ended once', String(this.#ended.size)],
        ['different owners among the first claims', `${unfair} of ${owners}`],
      ],
    );
  }

  async #fill(): Promise<number> {
    const counts = this.#users.map((_, at) => (at === 0 ? runsOfOthers * (owners - 1) : runsOfOthers));
    const runs = this.#users.flatMap((userId, at) =>
      Array.from({ length: counts[at] ?? 0 }, () => aRun({ userId })),
    );
    await this.#store.transfer.put(runs.map((record) => ({ kind: 'run', record })));
    return runs.length;
  }

  #start(): Worker {
    let gate = Promise.resolve();
    let open = () => {};
    const { processes } = this.#store;
    const store: Store = {
      ...this.#store,
      processes: {
        ...processes,
        beat: (name, beat) => gate.then(() => processes.beat(name, beat)),
        all: () => gate.then(() => processes.all()),
        remove: (names) => processes.remove(names),
      },
    };
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const worker: Worker = {
      heartbeat: startHeartbeat({ store, log }),
      wake: () => open(),
      pausedUntil: 0,
      work: null,
    };
    this.#pauses.set(worker, () => {
      gate = new Promise((resolve) => {
        open = resolve;
      });
    });
    return worker;
  }

  readonly #pauses = new Map<Worker, () => void>();

  /** Kills one worker, which is replaced, and pauses another one. */
  #disturb(): number {
    const killed = this.#next() % this.#workers.length;
    const dead = this.#workers[killed];
    if (dead !== undefined) {
      this.#pauses.get(dead)?.();
      if (dead.work !== null) this.#lostAt.set(dead.work.run._id, this.#second);
      this.#workers[killed] = this.#start();
    }
    const paused = this.#workers[this.#next() % this.#workers.length];
    if (paused === undefined || paused.pausedUntil > this.#second) return 1;
    this.#pauses.get(paused)?.();
    paused.pausedUntil = this.#second + pauseSeconds;
    if (paused.work !== null) this.#lostAt.set(paused.work.run._id, this.#second);
    return 2;
  }

  async #step(worker: Worker): Promise<void> {
    if (worker.pausedUntil > this.#second) return;
    if (worker.pausedUntil === this.#second) worker.wake();
    const { work } = worker;
    if (work === null) await this.#claim(worker);
    else if (work.endsAt <= this.#second) await this.#finish(worker, work);
  }

  async #claim(worker: Worker): Promise<void> {
    const lease = worker.heartbeat.take();
    const run = await this.#store.runs.claim({ lease: lease.name, now: new Date() });
    if (run === null) return lease.end();
    this.#claims += 1;
    if (this.#firstTurns.length < owners) this.#firstTurns.push(run.userId);
    const lostAt = this.#lostAt.get(run._id);
    if (lostAt !== undefined) this.#waits.push(this.#second - lostAt);
    this.#lostAt.delete(run._id);
    worker.work = { run, lease, endsAt: this.#second + 1 + (this.#next() % longestRun) };
  }

  async #finish(worker: Worker, { run, lease }: NonNullable<Worker['work']>): Promise<void> {
    const release = {
      state: 'completed' as const,
      result: aResult(),
      summary: { labels: { CONFIRMED: 0, 'NOT FOUND': 1, ESTIMATED: 0, notAssessed: 0 }, incomplete: false },
      lastError: null,
      progress: run.progress,
    };
    const done = await this.#store.runs.release(
      { runId: run._id, fence: run.lease.fence },
      release,
      new Date(),
    );
    if (done) this.#ended.set(run._id, (this.#ended.get(run._id) ?? 0) + 1);
    else this.#refused += 1;
    lease.end();
    worker.work = null;
  }

  async #free(): Promise<void> {
    for (let looker = 0; looker < lookers; looker += 1) {
      const worker = this.#workers[this.#next() % this.#workers.length];
      if (worker !== undefined && worker.pausedUntil <= this.#second) {
        await this.#store.runs.freeFrom(worker.heartbeat.isDead);
      }
    }
  }

  /** Pseudo-random numbers that are the same in every simulation. */
  #next(): number {
    this.#random = (Math.imul(this.#random, 1664525) + 1013904223) >>> 0;
    return this.#random >>> 8;
  }
}
