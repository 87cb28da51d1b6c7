import type { Command } from 'commander';
import { registerCheck } from './check.ts';
import { registerCopyFiles } from './copy-files.ts';
import { registerDemo } from './demo/command.ts';
import { registerDoctor } from './doctor.ts';
import { registerEval } from './eval.ts';
import type { ExitCode } from './exit-codes.ts';
import { registerExport } from './export.ts';
import { registerImport } from './import.ts';
import { registerServe } from './serve.ts';
import { registerToken } from './token.ts';
import { registerUser } from './user.ts';
import { registerWorker } from './worker.ts';

/**
 * Adds one command to the program. Only the option list is built here; the work is imported when the command
 * runs, so that `--help` stays quick. `ends` sets the exit code of a command that did its job.
 */
type Register = (program: Command, ends: (code: ExitCode) => void) => void;

export const registrations: Register[] = [
  registerCheck,
  registerDemo,
  registerEval,
  registerServe,
  registerWorker,
  registerUser,
  registerToken,
  registerExport,
  registerImport,
  registerCopyFiles,
  registerDoctor,
];
