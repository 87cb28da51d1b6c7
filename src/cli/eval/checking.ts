import type { z } from 'zod';
import { type Checker, inMemorySourceCache, type Ports } from '../../../engine/index.ts';
import { type RecordedAnswers, recording, replaying } from '../../eval/run/answers.ts';
import {
  answersHere,
  modelSettings,
  modelsHere,
  portsHere,
  requireServers,
  secretHere,
} from '../check/model.ts';
import { readRules } from '../rules/read.ts';
import { badInput } from '../terminal/ending.ts';
import { readWritten } from '../written/read.ts';
import type { CheckingOptions } from './options.ts';

/** The checker that the options and the environment select, and what it needs to run. */
export type Checking = {
  ports: Ports;
  checker: Checker;
  recorded: RecordedAnswers | null;
};

/** The environment without the certificates of the installation: what an exam measures must not depend on them. */
export function uncertified(): NodeJS.ProcessEnv {
  return { ...process.env, CERTIFICATE_FILE: '' };
}

/** Throws `bad_input` if the options exclude each other or a model is not available. */
export async function checkingFor(
  options: CheckingOptions,
  environment: NodeJS.ProcessEnv,
): Promise<Checking> {
  const { answers: folder, live = false } = options;
  if (live && folder === undefined) throw badInput('--live records answers: name a folder with --answers');
  const kept = await answersHere(folder);
  const settings = modelSettings(
    { ...options, ...(folder !== undefined && { keepAnswers: folder }) },
    // Pages from LibreOffice are off unless the environment turns them on, so that figures do not depend on whether
    // LibreOffice is installed.
    { ...environment, PAGE_LAYOUT: environment.PAGE_LAYOUT?.trim() || 'off' },
  );
  // The models for recordings and pictures are off, because cases contain neither.
  const alone = { ...settings, TRANSCRIPTION_MODEL: null, VISION_MODEL: null };
  const models = modelsHere(alone, secretHere(environment, kept));
  if (kept === null) await requireServers(settings, new AbortController().signal);
  const recorded = kept && (live ? recording(kept.answers) : replaying(kept.answers));
  return {
    checker: models.checker,
    recorded,
    ports: { ...portsHere(models, inMemorySourceCache()), ...(recorded && { answers: recorded.answers }) },
  };
}

/** Reads cases and their rules files. Errors have the same form as those of `proviso check`. */
export const caseReaders = {
  readRules,
  async readAs<Value>(path: string, schema: z.ZodType<Value>): Promise<Value> {
    return (await readWritten(path, 'the case', path)).as(schema);
  },
};
