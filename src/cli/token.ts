import type { Command } from 'commander';
import { type ExitCode, exitCodes } from './terminal/exit-codes.ts';

type AddOptions = { user: string; name: string; expiresDays?: string };

export function registerToken(program: Command, ends: (code: ExitCode) => void): void {
  const token = program.command('token').description('Manages API tokens; works while a server runs.');

  token
    .command('add')
    .summary('create a token')
    .description('Creates an API token and prints only the token on standard output. It is not shown again.')
    .requiredOption('--user <email>', 'whose token')
    .requiredOption('--name <name>', 'the purpose of the token')
    .option('--expires-days <n>', 'days until it expires; never by default')
    .action(async ({ user, name, expiresDays }: AddOptions) => {
      const { expiryIn } = await import('./settings/token-list.ts');
      const expiresAt = expiryIn(expiresDays);
      const { requireUser, withData } = await import('./settings/operator.ts');
      await withData(async ({ accounts, tokens }) => {
        const { _id } = await requireUser(accounts, user);
        const { secret } = await tokens.create({ userId: _id }, { name, expiresAt });
        process.stdout.write(`${secret}\n`);
      });
      ends(exitCodes.done);
    });

  token
    .command('list')
    .summary('list the tokens of a user')
    .requiredOption('--user <email>', 'whose tokens')
    .action(async ({ user }: { user: string }) => {
      const { requireUser, withData } = await import('./settings/operator.ts');
      const { tokenTable } = await import('./settings/token-list.ts');
      await withData(async ({ accounts, tokens }) => {
        const { _id } = await requireUser(accounts, user);
        process.stdout.write(tokenTable(await tokens.list({ userId: _id }), new Date()));
      });
      ends(exitCodes.done);
    });

  token
    .command('revoke')
    .summary('revoke a token')
    .argument('<id>', 'the id that `proviso token list` shows, or the token itself')
    .action(async (given: string) => {
      const { tokenIdOf } = await import('./settings/token-list.ts');
      const id = tokenIdOf(given);
      const { withData } = await import('./settings/operator.ts');
      const { badInput } = await import('./terminal/failure.ts');
      const { clean } = await import('../services/report/clean.ts');
      await withData(async ({ store, tokens }) => {
        const found = await store.tokens.find(id);
        if (found === null) throw badInput(`there is no token ${id}`);
        const { name } = await tokens.revoke({ userId: found.userId }, found._id);
        process.stdout.write(`token ${clean(name)} was revoked\n`);
      });
      ends(exitCodes.done);
    });
}
