import type { Finding } from '../../../engine/model/finding.ts';
import { fingerprint, type SharesName } from '../../../engine/model/keys.ts';
import { findingHash, type RunEvent } from '../../domain/runs/event-chain.ts';
import type { RunProgress } from '../../domain/runs/run.ts';
import type { RunLease, RunStore } from '../../store/ports/runs.ts';

/** The minimum interval, in ms, between writes that contain progress but no findings. */
const progressEveryMs = 500;
/**
 * How long, in ms, a finding may wait for others that are stored in the same write. A write of one finding takes nearly
 * as long as a write of a hundred, because each write waits for the disk.
 */
const togetherMs = 50;

type WriterDependencies = {
  runs: RunStore;
  runLease: RunLease;
  sharesName: SharesName;
  /** Appends events to the chain of the run. */
  record: (events: readonly RunEvent[]) => Promise<unknown>;
  progress: () => RunProgress;
  now: () => Date;
  /** Called once if a write was refused or failed. After that, nothing more is written. */
  onFailure: (reason: unknown) => void;
};

/** Thrown if the worker has lost the run: the run was canceled, or another worker claimed it. */
export class LostRun extends Error {}

export type FindingWriter = ReturnType<typeof findingWriter>;

/**
 * Stores findings soon after they arrive, in one write at a time. Findings that arrive during a write are stored in the
 * next write.
 */
export function findingWriter({
  runs,
  runLease,
  sharesName,
  record,
  progress,
  now,
  onFailure,
}: WriterDependencies) {
  let waiting: Finding[] = [];
  let noted: RunEvent[] = [];
  let writing: Promise<void> | null = null;
  /** The next write, and whether it is for findings, which wait less than progress. */
  let next: { timer: NodeJS.Timeout; forFindings: boolean } | null = null;
  let failure: { reason: unknown } | null = null;
  let stored = false;

  async function write(): Promise<void> {
    const findings = waiting.map((finding) => ({ finding, fingerprint: fingerprint(finding, sharesName) }));
    const events = noted;
    waiting = [];
    noted = [];
    const kept =
      findings.length > 0
        ? await runs.addFindings(runLease, findings, progress(), now())
        : await runs.saveProgress(runLease, progress(), now());
    if (!kept) throw new LostRun();
    if (findings.length > 0) {
      stored = true;
      events.push(findingsRecorded(findings.map(({ finding }) => finding)));
    }
    if (events.length > 0) await record(events);
  }

  function writeWithin(ms: number, forFindings: boolean): void {
    if (next !== null && (next.forFindings || !forFindings)) return;
    cancelNext();
    next = { timer: setTimeout(start, ms), forFindings };
  }

  function cancelNext(): void {
    if (next) clearTimeout(next.timer);
    next = null;
  }

  function start(): void {
    cancelNext();
    if (writing || failure) return;
    writing = write()
      .catch((reason: unknown) => {
        failure = { reason };
        onFailure(reason);
      })
      .finally(() => {
        writing = null;
        if (waiting.length > 0) start();
      });
  }

  return {
    add(finding: Finding) {
      waiting.push(finding);
      writeWithin(togetherMs, true);
    },

    /** Appends an event to the chain of the run with the next write. */
    note(event: RunEvent) {
      noted.push(event);
      writeWithin(progressEveryMs, false);
    },

    /** Reports that the progress has changed, so that it is written soon, even if no finding is added. */
    moved() {
      writeWithin(progressEveryMs, false);
    },

    /** Whether any finding was stored. */
    hasStored: () => stored,

    /** Waits until all added findings and noted events are stored. Throws `LostRun`, or the store's error. */
    async finish() {
      cancelNext();
      while (!failure && (writing || waiting.length > 0 || noted.length > 0)) {
        start();
        await writing;
      }
      if (failure) throw failure.reason;
    },
  };
}

/** The event that says which findings were stored, and with which content. */
export function findingsRecorded(findings: readonly Finding[]): RunEvent {
  const recorded = findings.map((finding) => ({ id: finding.id, sha256: findingHash(finding) }));
  return { type: 'findings_recorded', data: { findings: recorded } };
}
