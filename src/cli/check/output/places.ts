import { SingleBar } from 'cli-progress';
import { closeLoading, type Job, openLocalFile } from '../../../../engine/index.ts';
import { reportFormats } from '../../../services/report/formats.ts';
import type { Report } from '../../../services/report/report.ts';
import type { FileTexts } from '../file-texts.ts';
import type { Format } from '../options.ts';

/** The largest number of cited places in a report of the command line, and the most bytes that they have together. */
const limits = { pictures: 1_000, pictureBytes: 6_500_000 };

/**
 * Adds the cited places to the report, if its format shows them, and shows the progress of the pictures on standard
 * error. Throws the reason of the signal.
 */
export async function reportWithPlaces(
  report: Report,
  format: Format,
  { job, texts, isQuiet, signal }: { job: Job; texts: FileTexts; isQuiet: boolean; signal: AbortSignal },
): Promise<Report> {
  if (format === 'table' || !reportFormats[format].showsPlaces) return report;
  const { withPlaces } = await import('../../../services/report/places/places.ts');
  const bar = new SingleBar({
    ...{ stream: process.stderr, clearOnComplete: true, gracefulExit: false, noTTYOutput: false },
    format: ' pictures of the cited places {value}/{total}',
  });
  let isShown = false;
  try {
    return await withPlaces(report, {
      fileOf: ({ role, fileIndex }) => (role === 'input' ? job.inputs : job.knowledge)[fileIndex] ?? null,
      openSource: openLocalFile,
      textsOf: texts.textsOf,
      limits,
      signal,
      onProgress(done, total) {
        if (isQuiet) return;
        if (!isShown && process.stderr.isTTY) bar.start(total, done);
        isShown = true;
        bar.update(done);
      },
    });
  } finally {
    if (isShown) bar.stop();
    closeLoading();
  }
}
