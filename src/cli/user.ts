import type { Command } from 'commander';
import { type ExitCode, exitCodes } from './terminal/exit-codes.ts';

export function registerUser(program: Command, ends: (code: ExitCode) => void): void {
  const user = program
    .command('user')
    .description('Manages the accounts of people; works while a server runs.');

  user
    .command('add')
    .summary('create an account')
    .description('Creates an account. The password is read from standard input, or the command asks for it.')
    .requiredOption('--email <email>', 'the email to sign in with')
    .option('--name <name>', 'the name of the person', '')
    .action(async ({ email, name }: { email: string; name: string }) => {
      const { withData } = await import('./settings/operator.ts');
      const { readPassword } = await import('./terminal/password-input.ts');
      const password = await readPassword();
      await withData(async ({ accounts }) => {
        const added = await accounts.add({ email, password, name });
        process.stdout.write(`${added.email} has an account (${added._id})\n`);
      });
      ends(exitCodes.done);
    });

  user
    .command('list')
    .summary('list the accounts')
    .description('Lists the accounts, oldest first. The first one is the administrator of the service.')
    .action(async () => {
      const { withData } = await import('./settings/operator.ts');
      await withData(async ({ accounts }) => {
        for (const { email, name, disabledAt, invited } of await accounts.people()) {
          const state = disabledAt !== null ? 'disabled' : invited ? 'invited' : 'active';
          process.stdout.write(`${email}\t${state}\t${name}\n`);
        }
      });
      ends(exitCodes.done);
    });

  for (const [verb, isDisabled] of [
    ['disable', true],
    ['enable', false],
  ] as const) {
    user
      .command(verb)
      .summary(`${verb} an account`)
      .description(
        isDisabled
          ? 'Disables an account: its sessions and tokens stop at once, and its records stay.'
          : 'Enables a disabled account.',
      )
      .requiredOption('--email <email>', 'whose account')
      .action(async ({ email }: { email: string }) => {
        const { requireUser, withData } = await import('./settings/operator.ts');
        await withData(async ({ accounts }) => {
          const { _id } = await requireUser(accounts, email);
          await accounts.setDisabled(_id, isDisabled);
          process.stdout.write(`${email} is ${verb}d\n`);
        });
        ends(exitCodes.done);
      });
  }

  user
    .command('passwd')
    .summary('set a new password')
    .description(
      'Sets a new password and ends every session. The password is read from standard input, or the command asks for it.',
    )
    .requiredOption('--email <email>', 'whose password')
    .action(async ({ email }: { email: string }) => {
      const { requireUser, withData } = await import('./settings/operator.ts');
      const { readPassword } = await import('./terminal/password-input.ts');
      const password = await readPassword();
      await withData(async ({ accounts }) => {
        await requireUser(accounts, email);
        await accounts.setPassword({ email, password });
        process.stdout.write(`the password of ${email} was changed; every session has ended\n`);
      });
      ends(exitCodes.done);
    });
}
