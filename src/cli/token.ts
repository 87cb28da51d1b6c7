import type { Command } from 'commander';
import { unrestricted } from '../domain/records/owned.ts';

type AddOptions = {
  user: string;
  name: string;
  expiresDays?: string;
  scope: string[];
  ruleSet?: string;
  project?: string;
};

export function registerToken(program: Command): void {
  const token = program.command('token').description('Manages API tokens; works while a server runs.');

  token
    .command('add')
    .summary('create a token')
    .description('Creates an API token and prints only the token on standard output. It is not shown again.')
    .requiredOption('--user <email>', 'whose token')
    .requiredOption('--name <name>', 'the purpose of the token')
    .option('--expires-days <n>', 'days until it expires; never by default')
    .option(
      '--scope <scope>',
      'what it may do: read, write, run or administer; repeatable; everything by default',
      (scope: string, given: string[]) => [...given, scope],
      [],
    )
    .option('--rule-set <id>', 'limit it to one rule set and the projects that use it')
    .option('--project <id>', 'limit it to one project')
    .action(async ({ user, name, expiresDays, scope, ruleSet, project }: AddOptions) => {
      const { expiryIn, permissionsOf } = await import('./settings/token-list.ts');
      const permissions = permissionsOf(scope, { ruleSet, project });
      const expiresAt = expiryIn(expiresDays);
      const { badInput } = await import('./terminal/ending.ts');
      const { requireUser, withData } = await import('./settings/operator.ts');
      await withData(async ({ accounts, tokens, recorded }) => {
        const { _id, disabledAt } = await requireUser(accounts, user);
        if (disabledAt !== null)
          throw badInput(
            `${user} is disabled, so the token would be refused: run proviso user enable --email ${user} first`,
          );
        const change = { action: 'tokens.create', userId: _id, kind: 'token' };
        const { secret } = await recorded(change, async () => {
          const made = await tokens.create(unrestricted(_id), { name, expiresAt, ...permissions });
          return { ...made, _id: made.token._id };
        });
        process.stdout.write(`${secret}\n`);
      });
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
        process.stdout.write(tokenTable(await tokens.list(unrestricted(_id)), new Date()));
      });
    });

  token
    .command('revoke')
    .summary('revoke a token')
    .argument('<id>', 'the id that `proviso token list` shows, or the token itself')
    .action(async (given: string) => {
      const { tokenIdOf } = await import('./settings/token-list.ts');
      const id = tokenIdOf(given);
      const { withData } = await import('./settings/operator.ts');
      const { badInput } = await import('./terminal/ending.ts');
      const { clean } = await import('../services/report/clean.ts');
      await withData(async ({ store, tokens, recorded }) => {
        const found = await store.tokens.find(id);
        if (found === null) throw badInput(`there is no token ${id}`);
        const change = { action: 'tokens.revoke', userId: found.userId, kind: 'token' };
        const { name } = await recorded(change, () => tokens.revoke(unrestricted(found.userId), found._id));
        process.stdout.write(`token ${clean(name)} was revoked\n`);
      });
    });
}
