import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Command } from 'commander';
import { packageVersion } from '../process/package-version.ts';
import { settleTracing } from '../process/tracing.ts';
import { cleanLines } from '../services/report/clean.ts';
import { registerCheck } from './check.ts';
import { registerDiff } from './diff.ts';
import { registerEval } from './eval.ts';
import { registerMcp } from './mcp.ts';
import { registerDemo, registerServing, registerUpkeep } from './operate.ts';
import { registerRedline } from './redline.ts';
import { registerRules } from './rules.ts';
import { describeFailure, type ExitCode, exitCodes } from './terminal/ending.ts';
import { registerToken } from './token.ts';
import { registerUser } from './user.ts';
import { registerVerify } from './verify.ts';

/** Runs the command line and returns the exit code. Every error leads to one of the documented exit codes. */
export async function run(argv: string[]): Promise<ExitCode> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', leaveQuietlyOnClosedPipe);
  process.on('uncaughtException', (error) => process.exit(tell(error)));
  settleTracing(process.env);
  createTemporaryFolder();
  let exitCode: ExitCode = exitCodes.done;
  try {
    const program = new Command('proviso')
      .description(
        'Checks documents against your own rules and shows the page and the words behind every answer.',
      )
      .version(packageVersion(), '-V, --version', 'show the version')
      .helpOption('-h, --help', 'show this help')
      .helpCommand('help [command]', 'show the help of a command')
      .configureHelp({ showGlobalOptions: false })
      .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'proviso: ')) })
      .showSuggestionAfterError()
      .exitOverride();
    const ends = (code: ExitCode) => {
      exitCode = code;
    };
    for (const register of registrations) register(program, ends);
    reportUnknownOptionsFirst(program);
    await program.parseAsync(argv);
  } catch (error) {
    exitCode = tell(error);
  }
  return exitCode;
}

/**
 * Creates the folder of TMPDIR if it does not exist. The image sets TMPDIR to a folder of the volume, which is empty at
 * the first start. If the folder cannot be created, the command that needs it reports that.
 */
function createTemporaryFolder(): void {
  try {
    mkdirSync(tmpdir(), { recursive: true, mode: 0o700 });
  } catch {
    // Most commands do not need the folder.
  }
}

/**
 * Makes commander report unknown options before missing ones. Otherwise commander would answer the misspelt `--rule x`
 * with the message that `--rules` is missing.
 */
function reportUnknownOptionsFirst(command: Command): void {
  for (const option of command.options.filter(({ mandatory }) => mandatory)) {
    option.mandatory = false;
    command.hook('preAction', () => {
      if (command.getOptionValue(option.attributeName()) === undefined)
        command.error(`error: required option '${option.flags}' not specified`);
    });
  }
  for (const subcommand of command.commands) reportUnknownOptionsFirst(subcommand);
}

function tell(error: unknown): ExitCode {
  const { exitCode, message } = describeFailure(error, process.env);
  if (message) process.stderr.write(`${cleanLines(message)}\n`);
  return exitCode;
}

/** A reader such as `head` in `proviso … | head` closes the pipe early; that is not an error. */
function leaveQuietlyOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/**
 * Adds one or more commands to the program. Only its options are defined here; its code is imported when the command runs, so
 * that `--help` stays fast. `ends` sets the exit code of a command that ended normally.
 */
type Register = (program: Command, ends: (code: ExitCode) => void) => void;

const registrations: Register[] = [
  registerCheck,
  registerDiff,
  registerVerify,
  registerRedline,
  registerRules,
  registerMcp,
  registerDemo,
  registerEval,
  registerServing,
  registerUser,
  registerToken,
  registerUpkeep,
];
