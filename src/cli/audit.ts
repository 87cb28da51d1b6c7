import type { Command } from 'commander';
import { type ExitCode, exitCodes } from './terminal/exit-codes.ts';

export function registerAudit(program: Command, ends: (code: ExitCode) => void): void {
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
