import type { Command } from 'commander';
import { type ExitCode, exitCodes } from './terminal/exit-codes.ts';

export function registerExport(program: Command, ends: (code: ExitCode) => void): void {
  program
    .command('export')
    .summary('write all records to a file')
    .description(
      'Exports accounts, tokens, rule sets, projects, runs, findings and reviews from the store in the settings,\n' +
        'one JSON record per line, to a file or to standard output. Stop the service first for a consistent export.\n' +
        'Uploaded files are not included: copy the folder assets of DATA_DIR, or the bucket. Keep the file safe: it contains password hashes.',
    )
    .argument('[file]', 'the file to write; standard output by default')
    .action(async (file: string | undefined) => {
      const { exportTo } = await import('./export/write.ts');
      await exportTo(file ?? null);
      ends(exitCodes.done);
    });
}
