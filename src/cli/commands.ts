import type { Command } from 'commander';
import { registerAudit } from './audit.ts';
import { registerBackup } from './backup.ts';
import { registerCheck } from './check.ts';
import { registerCopyFiles } from './copy-files.ts';
import { registerDemo } from './demo/command.ts';
import { registerDiff } from './diff.ts';
import { registerDoctor } from './doctor.ts';
import { registerEval } from './eval.ts';
import { registerMcp } from './mcp.ts';
import { registerRestore } from './restore.ts';
import { registerRules } from './rules.ts';
import { registerServe } from './serve.ts';
import type { ExitCode } from './terminal/exit-codes.ts';
import { registerToken } from './token.ts';
import { registerUser } from './user.ts';
import { registerVerify } from './verify.ts';
import { registerWorker } from './worker.ts';

/**
 * Adds one command to the program. Only its options are defined here; its code is imported when the command runs, so
 * that `--help` stays fast. `ends` sets the exit code of a command that ended normally.
 */
type Register = (program: Command, ends: (code: ExitCode) => void) => void;

export const registrations: Register[] = [
  registerCheck,
  registerDiff,
  registerVerify,
  registerRules,
  registerMcp,
  registerDemo,
  registerEval,
  registerServe,
  registerWorker,
  registerUser,
  registerToken,
  registerBackup,
  registerRestore,
  registerCopyFiles,
  registerDoctor,
  registerAudit,
];
