import { type Command, Option } from 'commander';
import { type ExitCode, exitCodes } from './exit-codes.ts';

export function registerCopyFiles(program: Command, ends: (code: ExitCode) => void): void {
  program
    .command('copy-files')
    .summary('copy uploaded files from the folder to the bucket, or back')
    .description(
      'Copies every uploaded file between the folder assets of DATA_DIR and the bucket of S3_BUCKET. What is there already\n' +
        'stays, and nothing is removed: copy while the service runs, stop it, copy what has come meanwhile, and start it\n' +
        'with the other place. Ends with 1 when files were left out because their bytes are not whole.',
    )
    .addOption(new Option('--to <place>', 'where to').choices(['bucket', 'folder']).makeOptionMandatory())
    .action(async ({ to }: { to: 'bucket' | 'folder' }) => {
      const { copyFiles } = await import('./files/copy.ts');
      ends((await copyFiles(to)) ? exitCodes.done : exitCodes.found);
    });
}
