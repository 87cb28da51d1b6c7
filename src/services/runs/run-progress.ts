import type { AnalysisEvent } from '../../../engine/job.ts';
import type { RunProgress, RunStage } from '../../domain/runs/run.ts';
import { mayBeAssessedLater } from './run-ending.ts';

/** The fraction of the progress bar for reading files; the rest is for checking rules. The value is a guess. */
const readingShare = 0.3;

export type ProgressTracker = ReturnType<typeof trackProgress>;

/**
 * Tracks a run's progress from the events of its analysis, beginning with the stored progress of the run. Its numbers
 * never decrease, even in a new attempt, which reads the files again. Rules that the next attempt may answer do not
 * count as checked.
 */
export function trackProgress(start: RunProgress) {
  const pages = new Map<string, number>();
  const endedFiles = new Set<string>();
  const open = new Set<string>();
  let stage: RunStage = 'reading';
  let { percent, rules } = start;
  let modelFailure: RunProgress['modelFailure'];

  const filesTotal = start.files.total ?? 0;
  const allRead = () => endedFiles.size >= filesTotal;

  function current(): RunProgress {
    const read = Math.max(
      start.pages.done,
      [...pages.values()].reduce((sum, count) => sum + count, 0),
    );
    const reading = filesTotal === 0 ? 1 : endedFiles.size / filesTotal;
    const checking = rules.total ? rules.done / rules.total : 0;
    const reached = Math.floor(100 * (readingShare * reading + (1 - readingShare) * checking));
    percent = Math.max(percent, Math.min(99, reached));
    return {
      stage,
      files: { done: Math.max(start.files.done, endedFiles.size), total: filesTotal },
      pages: { done: read, total: allRead() ? read : start.pages.total },
      rules,
      percent,
      ...(modelFailure && { modelFailure }),
    };
  }

  return {
    current,

    note(event: AnalysisEvent) {
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
          if (mayBeAssessedLater(event.finding)) open.add(event.finding.id);
          else modelFailure = undefined;
          rules = { done: Math.max(rules.done, event.done - open.size), total: event.total };
          break;
        case 'model_call_failed': {
          const { type: _, ...failure } = event;
          modelFailure = failure;
          break;
        }
        case 'file_started':
          break;
      }
    },

    ended(): RunProgress {
      const { modelFailure: _, ...last } = current();
      const done = Math.min(rules.total ?? Infinity, rules.done + open.size);
      return { ...last, stage: 'ended', rules: { ...rules, done }, percent: 100 };
    },
  };
}
