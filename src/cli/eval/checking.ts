import { randomBytes } from 'node:crypto';
import { type Checker, inMemorySourceCache, openLocalFile, type Ports } from '../../../engine/index.ts';
import { type RecordedAnswers, recording, replaying } from '../../eval/run/answers.ts';
import { answersIn } from '../check/answer-folder.ts';
import { checkerFor, embedderFor, layoutFor, recognitionFor, requireServers } from '../check/model.ts';
import { badInput } from '../terminal/failure.ts';
import type { CheckingOptions } from './options.ts';

/** Creates the checker that options and environment select, with what this machine has. */
export type Checking = {
  ports: Ports;
  checker: Checker;
  recorded: RecordedAnswers | null;
};

/** Throws `bad_input` if what the options ask for is not available. */
export async function checkingFor(
  options: CheckingOptions,
  environment: NodeJS.ProcessEnv,
): Promise<Checking> {
  const { answers: folder, live = false } = options;
  if (live && folder === undefined) throw badInput('--live records answers: name a folder with --answers');
  const kept = folder === undefined ? null : await answersIn(folder);
  const secret = environment.SECRET?.trim() || kept?.secret || randomBytes(32).toString('hex');
  const checker = checkerFor(
    { ...options, ...(folder !== undefined && { keepAnswers: folder }) },
    environment,
    secret,
  );
  const embedder = embedderFor(options, environment);
  // Figures must not depend on whether LibreOffice is installed unless the options ask for its pages.
  const layout = layoutFor(environment, 'off');
  const recognition = recognitionFor(environment);
  if (kept === null) await requireServers(options, environment, new AbortController().signal);
  const recorded = kept && (live ? recording(kept.answers) : replaying(kept.answers));
  return {
    checker,
    recorded,
    ports: {
      openSource: openLocalFile,
      sourceCache: inMemorySourceCache(),
      clock: { now: () => new Date() },
      checker,
      ...(embedder && { embedder }),
      ...(layout && { layout }),
      ...(recognition && { recognition }),
      ...(recorded && { answers: recorded.answers }),
    },
  };
}
