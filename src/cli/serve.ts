import type { Command } from 'commander';
import { type ExitCode, exitCodes } from './terminal/exit-codes.ts';

export function registerServe(program: Command, ends: (code: ExitCode) => void): void {
  program
    .command('serve')
    .summary('run the service')
    .description(
      'Runs the HTTP API and the dashboard, where people sign in and create tokens.\n' +
        'Settings come from the environment or from .env; .env.example lists all.',
    )
    .option('--no-worker', 'leave runs to `proviso worker` and ignore WORKERS')
    .action(async ({ worker }: { worker: boolean }) => {
      const { asOperator, environment } = await import('./settings/settings.ts');
      const { serve } = await import('../main.ts');
      const settings = () => ({ ...environment(), ...(!worker && { WORKERS: '0' }) });
      await asOperator(() => serve(settings(), (line) => process.stdout.write(`${line}\n`)));
      ends(exitCodes.done);
    });
}
