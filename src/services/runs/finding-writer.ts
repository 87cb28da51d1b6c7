import type { Finding } from '../../../engine/model/finding.ts';
import { fingerprint } from '../../../engine/model/keys.ts';
import type { RunProgress } from '../../domain/runs/run.ts';
import type { RunLease, RunStore } from '../../store/ports/runs.ts';

/** The minimum interval, in ms, between writes that contain progress but no findings. */
const progressEveryMs = 500;

export type FindingWriter = {
  add(finding: Finding): void;
  /** Reports that the progress has changed, so that it is written soon, even if no finding is added. */
  moved(): void;
  /** Whether any finding was stored. */
  hasStored(): boolean;
  /** Waits until all added findings are stored. Throws `LostRun`, or the store's error. */
  finish(): Promise<void>;
};

type WriterDependencies = {
  runs: RunStore;
  runLease: RunLease;
  progress: () => RunProgress;
  now: () => Date;
  /** Called once if a write was refused or failed. After that, nothing more is written. */
  onFailure: (reason: unknown) => void;
};

/** Thrown if the worker has lost the run: the run was canceled, or another worker claimed it. */
export class LostRun extends Error {}

/**
 * Stores findings as they arrive, in one write at a time. Findings that arrive during a write are stored in the next
 * write.
 */
export function findingWriter({
  runs,
  runLease,
  progress,
  now,
  onFailure,
}: WriterDependencies): FindingWriter {
  let waiting: Finding[] = [];
  let writing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let failure: { reason: unknown } | null = null;
  let stored = false;

  async function write(): Promise<void> {
    const findings = waiting.map((finding) => ({ finding, fingerprint: fingerprint(finding) }));
    waiting = [];
    const kept =
      findings.length > 0
        ? await runs.addFindings(runLease, findings, progress(), now())
        : await runs.saveProgress(runLease, progress(), now());
    if (!kept) throw new LostRun();
    if (findings.length > 0) stored = true;
  }

  function start(): void {
    if (timer) clearTimeout(timer);
    timer = null;
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
    add(finding) {
      waiting.push(finding);
      start();
    },

    moved() {
      timer ??= setTimeout(start, progressEveryMs);
    },

    hasStored: () => stored,

    async finish() {
      if (timer) clearTimeout(timer);
      timer = null;
      while (writing) await writing;
      if (failure) throw failure.reason;
    },
  };
}
