import type { Command } from 'commander';
import { type ExitCode, exitCodes } from './terminal/exit-codes.ts';

export function registerRestore(program: Command, ends: (code: ExitCode) => void): void {
  program
    .command('restore')
    .summary('restore a backup into an empty service')
    .description(
      'Restores a folder that `proviso backup` wrote into the store and the files of the settings, which can be others than\n' +
        'those of the backup. Stop the service first; the store must have no records. If a restore fails, run it again.\n' +
        'A file that `proviso export` of an earlier release wrote is restored too; it has records only.',
    )
    .argument('<folder>', 'the backup')
    .action(async (folder: string) => {
      const { restoreFrom } = await import('./backup/restore.ts');
      await restoreFrom(folder);
      ends(exitCodes.done);
    });
}
