import type { Command } from 'commander';
import { type ExitCode, exitCodes } from './terminal/exit-codes.ts';

export function registerBackup(program: Command, ends: (code: ExitCode) => void): void {
  program
    .command('backup')
    .summary('write records, files and the secret to a folder')
    .description(
      'Writes accounts, tokens, rule sets, projects, runs, findings, reviews, uploaded files and the secret to a new folder.\n' +
        'With SQLite, the service can run meanwhile; with MongoDB, stop all servers and workers first.\n' +
        '`proviso restore` restores the folder into either store. Keep it safe: it contains password hashes and the secret.',
    )
    .argument('<folder>', 'the folder to write, which must not exist')
    .action(async (folder: string) => {
      const { backUpTo } = await import('./backup/write.ts');
      await backUpTo(folder);
      ends(exitCodes.done);
    });
}
