import type { Command } from 'commander';
import { type ExitCode, exitCodes } from './terminal/exit-codes.ts';

export function registerImport(program: Command, ends: (code: ExitCode) => void): void {
  program
    .command('import')
    .summary('import an export file')
    .description(
      'Imports the records of an export into the store in the settings. A record with the same id is replaced.\n' +
        'If the import fails, run it again: importing a record twice does no harm.',
    )
    .argument('[file]', 'the file to import; standard input by default')
    .action(async (file: string | undefined) => {
      const { importFrom } = await import('./export/read.ts');
      await importFrom(file ?? null);
      ends(exitCodes.done);
    });
}
