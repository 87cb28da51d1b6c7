import { Notice } from '../parts/notice.tsx';
import { TimeOfDay } from '../parts/times.tsx';
import { hasEnded } from '../parts/words.ts';
import type { Progress } from '../projects/use-progress.ts';
import type { Run } from '../service/service.ts';

/**
 * The progress of an active run in files, pages and rules. After the run: the files that could not be read, and what to
 * do about each.
 */
export function RunProgress({ run, progress }: { run: Run; progress: Progress | null }) {
  const failed = run.result?.files.filter((file) => file.status === 'failed') ?? [];
  const now = progress?.runId === run._id ? progress : { ...run, ...run.progress };
  const asksAgain = now.state === 'running' && now.nextAttemptAt !== null;
  return (
    <>
      {hasEnded(run) ? null : (
        <div className="bars stack tight">
          <Bar words="Files read" {...now.files} />
          <Bar words="Pages read" {...now.pages} />
          <Bar words="Rules checked" {...now.rules} />
        </div>
      )}
      {now.lastError === null ? null : (
        <Notice kind="care">
          {hasEnded(run) ? null : (
            <b>{asksAgain ? 'The model does not answer:' : 'The last attempt failed:'} </b>
          )}
          {now.lastError.message.replace(/[^.!?]$/, '$&.')}
          {now.nextAttemptAt === null ? null : (
            <>
              {' '}
              {asksAgain ? 'The model is asked again' : 'The next attempt begins'} at{' '}
              <TimeOfDay time={now.nextAttemptAt} />. You can wait, or cancel the run. If this goes on for
              some minutes, the run fails. Tell whoever runs Proviso: the log of the server says what to do.
              Then run the check again.
            </>
          )}
        </Notice>
      )}
      {failed.map(({ name, message, reason }) => (
        <Notice key={name} kind="care">
          <b>{name} was not read:</b> {message} {saysWhatToDo(message) ? null : adviceFor(reason)}
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

const anotherCopy = 'Open it in the program it was made with, save it again, and check the new file.';
const split = 'Split it into smaller files.';

/** Most messages have a second sentence, which says what to do. */
function saysWhatToDo(message: string): boolean {
  return /\. [A-Z]/.test(message);
}

/** What a person can do about a file that could not be read, by the reason. */
const advice: Record<string, string> = {
  not_found: 'Check the link, or download the file and check the download.',
  not_reachable: 'Check that the link is public, or download the file and check the download.',
  empty_file: 'Check whether you chose the right file.',
  damaged: anotherCopy,
  encrypted: 'Save a copy without a password, and check the copy.',
  unsupported_type: 'Save it as PDF, and check the PDF.',
  type_mismatch: 'Save it again in its own format, and check the new file.',
  too_large: split,
  too_many_pages: split,
  archive_limits: 'Unpack it, and check the files that it contains.',
  storage_full: 'Ask the operator of Proviso to free disk space, and run the check again.',
  no_text: 'Scan it again at a higher resolution, or check a file that contains the text.',
  no_transcription: 'Ask the operator to set up transcription, or check a transcript of the recording.',
  timed_out: 'Run the check again; if it fails again, save the file as PDF.',
  out_of_memory: split,
  parser_crashed: anotherCopy,
};

function adviceFor(reason: string): string {
  return advice[reason] ?? 'Save it as PDF, and check the PDF.';
}
