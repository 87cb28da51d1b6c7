import { type Command, Option } from 'commander';
import { type ExitCode, exitCodes } from './terminal/exit-codes.ts';

export function registerCopyFiles(program: Command, ends: (code: ExitCode) => void): void {
  program
    .command('copy-files')
    .summary('copy uploaded files from the folder to the bucket, or back')
    .description(
      'Copies every uploaded file between the folder assets of DATA_DIR and the bucket S3_BUCKET. Files that exist there\n' +
        'are kept, and nothing is removed. Run it while the service runs; stop the service, run it again, and start the service\n' +
        'with the new settings. Exits with 1 if incomplete files were skipped.',
    )
    .addOption(new Option('--to <place>', 'where to').choices(['bucket', 'folder']).makeOptionMandatory())
    .action(async ({ to }: { to: 'bucket' | 'folder' }) => {
      const { copyFiles } = await import('./files/copy.ts');
      ends((await copyFiles(to)) ? exitCodes.done : exitCodes.found);
    });
}
