import type { Command } from 'commander';
import { type ExitCode, exitCodes } from './terminal/exit-codes.ts';

export function registerDoctor(program: Command, ends: (code: ExitCode) => void): void {
  program
    .command('doctor')
    .summary('test what the service uses, and show what is missing')
    .description(
      'Tests each server and program that the settings name, and says what is wrong and what to do.',
    )
    .action(async () => {
      const { diagnose } = await import('./doctor/diagnose.ts');
      const sound = await diagnose((line) => process.stdout.write(`${line}\n`));
      ends(sound ? exitCodes.done : exitCodes.badInput);
    });
}
