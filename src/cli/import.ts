import type { Command } from 'commander';
import { type ExitCode, exitCodes } from './exit-codes.ts';

export function registerImport(program: Command, ends: (code: ExitCode) => void): void {
  program
    .command('import')
    .summary('take in what export has written')
    .description(
      'Puts the records of an export into the store that the settings name. A record with the same id is replaced.\n' +
        'When it breaks off, run it again: what is there already is the same after it.',
    )
    .argument('[file]', 'from where; standard input when left out')
    .action(async (file: string | undefined) => {
      const { importFrom } = await import('./export/read.ts');
      await importFrom(file ?? null);
      ends(exitCodes.done);
    });
}
