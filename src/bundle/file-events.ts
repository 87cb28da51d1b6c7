import type { AnalysisEvent, Job } from '../../engine/job.ts';
import type { OpenSource } from '../../engine/ports.ts';
import type { RunEvent } from '../domain/runs/event-chain.ts';

/**
 * Observes which bytes are read for each file of a job. `openSource` opens files with `open` and remembers their hashes;
 * `eventOf` returns the event to record for an event of the engine, null if there is none.
 */
export function observeFiles(open: OpenSource): {
  openSource: OpenSource;
  eventOf(event: AnalysisEvent, job: Pick<Job, 'inputs' | 'knowledge'>): RunEvent | null;
} {
  const hashes = new Map<string, string>();
  return {
    async openSource(file, signal) {
      const opened = await open(file, signal);
      hashes.set(file.ref, opened.sha256);
      return opened;
    },

    eventOf(event, { inputs, knowledge }) {
      if (event.type !== 'file_ended') return null;
      const { role, fileIndex, report } = event;
      const { ref } = (role === 'input' ? inputs : knowledge)[fileIndex] ?? {};
      const sha256 = ref === undefined ? undefined : hashes.get(ref);
      const type = report.status === 'read' ? 'file_read' : 'file_failed';
      return { type, data: { file: report, ...(sha256 !== undefined && { sha256 }) } };
    },
  };
}
