import { Notice } from '../parts/notice.tsx';
import { hasEnded } from '../parts/words.ts';
import type { Progress } from '../projects/use-progress.ts';
import type { Run } from '../service/service.ts';

/**
 * The progress of an active run in files, pages and rules. After the run: the files that could not be read, and what to
 * do about each.
 */
export function RunProgress({ run, progress }: { run: Run; progress: Progress | null }) {
  const failed = run.result?.files.filter((file) => file.status === 'failed') ?? [];
  const now = progress?.runId === run._id ? progress : { ...run.progress, lastError: run.lastError };
  return (
    <>
      {hasEnded(run) ? null : (
        <div className="bars">
          <Bar words="Files read" {...now.files} />
          <Bar words="Pages read" {...now.pages} />
          <Bar words="Rules checked" {...now.rules} />
        </div>
      )}
      {now.lastError === null ? null : <Notice kind="care">{now.lastError.message}</Notice>}
      {failed.map(({ name, message, reason }) => (
        <Notice key={name} kind="care">
          <b>{name} was not read:</b> {message} {adviceFor(reason)}
        </Notice>
      ))}
    </>
  );
}

function Bar({ words, done, total }: { words: string; done: number; total: number | null }) {
  return (
    <div className="bar">
      <span>{words}</span>
      <progress aria-label={words} max={total ?? 1} {...(total !== null && { value: done })} />
      <span className="bar-count">{total === null ? done : `${done} of ${total}`}</span>
    </div>
  );
}

const advice: Record<string, string> = {
  encrypted: 'Save a copy without a password, and check the copy.',
  damaged: 'Open it in the program it was made with, save it again, and check the new file.',
  type_mismatch: 'Save it again in its own format, and check the new file.',
  unsupported_type: 'Save it as PDF, and check the PDF.',
  too_large: 'Split it into smaller files.',
  too_many_pages: 'Split it into smaller files.',
  no_text: 'Scan it again at a higher resolution, or check a file that contains the text.',
  not_reachable: 'Download the file and check the download.',
  timed_out: 'Run the check again; if it fails again, save the file as PDF.',
};

function adviceFor(reason: string): string {
  return advice[reason] ?? 'Save it as PDF, and check the PDF.';
}
