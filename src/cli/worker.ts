import type { Command } from 'commander';
import { type ExitCode, exitCodes } from './terminal/exit-codes.ts';

export function registerWorker(program: Command, ends: (code: ExitCode) => void): void {
  program
    .command('worker')
    .summary('work on runs in a process that is separate from the service')
    .description(
      'Works on the runs that `proviso serve` accepts, WORKERS at a time. Start as many workers as you like, with the same\n' +
        'records and files. Settings come from the environment or from .env; .env.example lists all.',
    )
    .action(async () => {
      const { asOperator, environment } = await import('./settings/settings.ts');
      const { work } = await import('../main.ts');
      await asOperator(() => work(environment(), (line) => process.stdout.write(`${line}\n`)));
      ends(exitCodes.done);
    });
}
