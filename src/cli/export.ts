import type { Command } from 'commander';
import { type ExitCode, exitCodes } from './exit-codes.ts';

export function registerExport(program: Command, ends: (code: ExitCode) => void): void {
  program
    .command('export')
    .summary('write all records to a file')
    .description(
      'Writes accounts, tokens, politics, projects, runs, findings and reviews of the store that the settings name,\n' +
        'one JSON record a line, to a file or to standard output. Stop the service first for a picture of one moment.\n' +
        'Uploaded files are not in it: copy the folder assets of DATA_DIR, or the bucket. Keep the file safe: it has password hashes.',
    )
    .argument('[file]', 'where to; standard output when left out')
    .action(async (file: string | undefined) => {
      const { exportTo } = await import('./export/write.ts');
      await exportTo(file ?? null);
      ends(exitCodes.done);
    });
}
