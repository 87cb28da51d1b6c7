import { SingleBar } from 'cli-progress';
import { createColors } from 'picocolors';
import type { AnalysisEvent } from '../../../../engine/job.ts';
import { clean } from '../../../services/report/clean.ts';
import { plural } from '../../../services/report/words.ts';

/**
 * If `each` is true, every rule is checked once for each file, so the bar counts findings and not rules. `checks` is 0
 * if no rule is checked.
 */
type Totals = { files: number; checks: number; each: boolean };

export interface Progress {
  show(event: AnalysisEvent): void;
  /** Removes the bar, so that no part of it stays above the result. */
  end(): void;
}

type ProgressStream = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

const barColumns = 20;

/**
 * Draws a progress bar with the numbers of files, pages and rules on `stream`. Draws nothing if `stream` is null or not
 * a terminal.
 */
export function showProgress(stream: ProgressStream | null, totals: Totals, color: boolean): Progress {
  if (!stream?.isTTY) return { show: () => {}, end: () => {} };
  const paint = createColors(color);
  const state = {
    files: 0,
    pages: new Map<string, number>(),
    checks: 0,
    doing: 'starting',
  };
  const bar = new SingleBar({
    stream,
    clearOnComplete: true,
    gracefulExit: false,
    barsize: barColumns,
    format: (_options, { progress }) => {
      const full = Math.round(progress * barColumns);
      const pages = [...state.pages.values()].reduce((sum, count) => sum + count, 0);
      const counts = [
        `files ${state.files}/${totals.files}`,
        plural(pages, 'page', 'pages'),
        ...(totals.checks > 0
          ? [`${totals.each ? 'findings' : 'rules'} ${state.checks}/${totals.checks}`]
          : []),
      ].join(' · ');
      const drawn = paint.green('━'.repeat(full)) + paint.dim('━'.repeat(barColumns - full));
      const room = (stream.columns ?? 80) - barColumns - counts.length - 6;
      return ` ${drawn}  ${counts}  ${paint.dim(state.doing.slice(0, Math.max(0, room)))}`;
    },
  });
  bar.start(totals.files + totals.checks, 0);
  const show = (event: AnalysisEvent) => {
    if (event.type === 'file_started') state.doing = clean(event.name);
    if (event.type === 'pages_read') state.pages.set(`${event.role} ${event.fileIndex}`, event.pages);
    if (event.type === 'file_ended') {
      state.files += 1;
      if (state.files === totals.files && state.checks === 0) state.doing = 'indexing';
    }
    if (event.type === 'finding') {
      state.checks = event.done;
      state.doing = clean(event.finding.rule.name);
    }
    bar.update(state.files + state.checks);
  };
  return { show, end: () => bar.stop() };
}
