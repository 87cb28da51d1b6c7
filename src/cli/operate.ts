import { type Command, Option } from 'commander';
import { type ExitCode, exitCodes } from './terminal/ending.ts';
import { noColor } from './terminal/parse-options.ts';

export function registerDemo(program: Command, ends: (code: ExitCode) => void): void {
  program
    .command('demo')
    .summary('check the sample agreement through the API')
    .description(
      'Starts the service in a temporary folder, checks the sample agreement against ten rules through the\n' +
        'HTTP API, shows the findings, and removes everything it created.',
    )
    .option(...noColor)
    .action(async ({ color }: { color: boolean }) => {
      const { demo } = await import('./demo.ts');
      ends(await demo(color));
    });
}

/** Adds the commands that run the service. */
export function registerServing(program: Command): void {
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
    });

  program
    .command('worker')
    .summary('work on runs in a process that is separate from the service')
    .description(
      'Works on the runs that `proviso serve` accepts, WORKERS at a time. Start as many workers as you like, with the same\n' +
        'records and files. Settings come from the environment or from .env; .env.example lists all.',
    )
    .action(async () => {
      const { asOperator, environment } = await import('./settings/settings.ts');
      const { work } = await import('../main.ts');
      await asOperator(() => work(environment(), (line) => process.stdout.write(`${line}\n`)));
    });
}

/** Adds the commands with which operators keep and test what the service uses. */
export function registerUpkeep(program: Command, ends: (code: ExitCode) => void): void {
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
    });

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
    });

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

  const audit = program.command('audit').description('Checks exports of the audit log.');

  audit
    .command('verify')
    .summary('verify an export of the audit log')
    .description(
      'Checks an export of the audit log (GET /v1/audit/export) without a server: that no entry was changed, removed,\n' +
        'added or moved since the export, and that the installation with the key that is printed signed it.',
    )
    .argument('<file>', 'the export')
    .action(async (file: string) => {
      const { verifyAuditFile } = await import('./audit/verify.ts');
      const { problem, words } = await verifyAuditFile(file);
      process.stdout.write(`${words}\n`);
      ends(problem === null ? exitCodes.done : exitCodes.found);
    });
}
