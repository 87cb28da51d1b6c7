import type { AnalysisEvent } from '../../../engine/job.ts';
import type { RunProgress, RunStage } from '../../domain/runs/run.ts';

/** The fraction of the progress bar for reading files; the rest is for checking rules. The value is a guess. */
const readingShare = 0.3;

/** Tracks a run's progress from the events of its analysis. */
export type ProgressTracker = {
  note(event: AnalysisEvent): void;
  current(): RunProgress;
  ended(): RunProgress;
};

/**
 * Creates a tracker that starts with the stored progress of the run. Its `percent` never decreases, even in a new
 * attempt.
 */
export function trackProgress(start: RunProgress): ProgressTracker {
  const pages = new Map<string, number>();
  const endedFiles = new Set<string>();
  let stage: RunStage = 'reading';
  let rules = start.rules;
  let { percent } = start;

  const filesTotal = start.files.total ?? 0;
  const allRead = () => endedFiles.size >= filesTotal;

  function current(): RunProgress {
    const read = [...pages.values()].reduce((sum, count) => sum + count, 0);
    const reading = filesTotal === 0 ? 1 : endedFiles.size / filesTotal;
    const checking = rules.total ? rules.done / rules.total : 0;
    const reached = Math.floor(100 * (readingShare * reading + (1 - readingShare) * checking));
    percent = Math.max(percent, Math.min(99, reached));
    return {
      stage,
      files: { done: endedFiles.size, total: filesTotal },
      pages: { done: read, total: allRead() ? read : null },
      rules,
      percent,
    };
  }

  return {
    current,

    note(event) {
      switch (event.type) {
        case 'pages_read':
          pages.set(`${event.role} ${event.fileIndex}`, event.pages);
          break;
        case 'file_ended': {
          const file = `${event.role} ${event.fileIndex}`;
          endedFiles.add(file);
          pages.set(file, event.report.status === 'read' ? event.report.pages : 0);
          if (allRead()) stage = 'checking';
          break;
        }
        case 'finding':
          stage = 'checking';
          rules = { done: event.done, total: event.total };
          break;
        case 'file_started':
          break;
      }
    },

    ended() {
      return { ...current(), stage: 'ended', percent: 100 };
    },
  };
}
