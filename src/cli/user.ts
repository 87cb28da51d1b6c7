import type { Command } from 'commander';

export function registerUser(program: Command): void {
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
      await withData(async ({ accounts, recorded }) => {
        const change = { action: 'people.add', userId: null, email, kind: 'user' };
        const added = await recorded(change, () => accounts.add({ email, password, name }));
        process.stdout.write(`${added.email} has an account (${added._id})\n`);
      }, true);
    });

  user
    .command('list')
    .summary('list the accounts')
    .description(
      'Lists the accounts, oldest first, each with its roles in the workspaces of several people. The first account is the\n' +
        'administrator of the service.',
    )
    .action(async () => {
      const { withData } = await import('./settings/operator.ts');
      const { roleOf } = await import('../domain/workspaces/workspace.ts');
      const { clean } = await import('../services/report/clean.ts');
      await withData(async ({ accounts, store }) => {
        for (const { _id, email, name, disabledAt, invited } of await accounts.people()) {
          const state = disabledAt !== null ? 'disabled' : invited ? 'invited' : 'active';
          const shared = (await store.workspaces.ofMember(_id)).filter(({ members }) => members.length > 1);
          const roles = shared.map((one) => `\t${roleOf(one, _id)} of ${clean(one.name)} (${one._id})`);
          process.stdout.write(`${email}\t${state}\t${name}${roles.join('')}\n`);
        }
      });
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
        await withData(async ({ accounts, recorded }) => {
          const { _id } = await requireUser(accounts, email);
          const change = { action: `people.${verb}`, userId: _id, kind: 'user' };
          await recorded(change, () => accounts.setDisabled(_id, isDisabled));
          process.stdout.write(`${email} is ${verb}d\n`);
        });
      });
  }

  user
    .command('appoint')
    .summary('make a member an admin of a workspace')
    .description(
      'Makes a member an admin of a workspace, for example because its only admin has left. `proviso user list` shows the ids\n' +
        'of workspaces. The audit log of the workspace records the change.',
    )
    .requiredOption('--email <email>', 'which member')
    .requiredOption('--workspace <id>', 'the id of the workspace')
    .action(async ({ email, workspace: id }: { email: string; workspace: string }) => {
      const { requireUser, withData } = await import('./settings/operator.ts');
      const { roleOf, withRole } = await import('../domain/workspaces/workspace.ts');
      const { clean } = await import('../services/report/clean.ts');
      const { badInput } = await import('./terminal/ending.ts');
      await withData(async ({ accounts, store, recorded }) => {
        const { _id } = await requireUser(accounts, email);
        const workspace = await store.workspaces.get(id);
        const notMember = badInput(
          `${email} is not a member of a workspace ${id}: run proviso user list to see the workspaces of each person`,
        );
        if (workspace === null || roleOf(workspace, _id) === null) throw notMember;
        const change = { action: 'workspaces.setRole', userId: id, kind: 'member' };
        await recorded(change, async () => {
          const updated = await store.workspaces.update(id, (one) => withRole(one, _id, 'admin'));
          if (updated === null) throw notMember;
          return { _id };
        });
        process.stdout.write(`${email} is an admin of ${clean(workspace.name)} (${id})\n`);
      });
    });

  user
    .command('remove')
    .summary('remove a disabled account with everything it has')
    .description(
      'Removes an account with its rule sets, projects, runs, findings and files, and revokes its tokens. Records in workspaces\n' +
        'with other members stay, and so do the audit logs. Disable the account first; that of the administrator cannot be\n' +
        'removed. This cannot be undone: run `proviso backup` first.',
    )
    .requiredOption('--email <email>', 'whose account')
    .option(
      '--heir <email>',
      'hand the records to this person instead, who becomes the admin of their workspaces',
    )
    .action(async ({ email, heir }: { email: string; heir?: string }) => {
      const { requireUser, withData } = await import('./settings/operator.ts');
      const { removePerson } = await import('../services/people/remove-person.ts');
      const { badInput } = await import('./terminal/ending.ts');
      const { plural } = await import('../services/report/words.ts');
      await withData(async ({ accounts, store, assets, recorded }) => {
        const { _id, disabledAt } = await requireUser(accounts, email);
        const to = heir === undefined ? null : await requireUser(accounts, heir);
        if (to !== null && (to._id === _id || to.disabledAt !== null))
          throw badInput('--heir must be another person whose account is not disabled');
        if (await accounts.isAdministrator(_id))
          throw badInput(
            `${email} has the first account, which is that of the administrator, and the next account would get its rights: run proviso user passwd --email ${email} to give it to a successor`,
          );
        if (disabledAt === null)
          throw badInput(`${email} can still sign in: run proviso user disable --email ${email} first`);
        const change = { action: 'people.remove', userId: _id, kind: 'user' };
        const removed = await recorded(change, () =>
          removePerson(_id, to?._id ?? null, { accounts, store, assets }),
        );
        for (const workspaceId of removed.left) {
          const left = { action: 'workspaces.removeMember', userId: workspaceId, kind: 'member' };
          await recorded(left, async () => ({ _id }));
        }
        const sizes = `${plural(removed.projects, 'project', 'projects')} and ${plural(removed.politics, 'rule set', 'rule sets')}`;
        const rest = to === null ? '' : `; ${heir} has the other records`;
        process.stdout.write(`${email} was removed, with ${sizes}${rest}\n`);
      });
    });

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
      await withData(async ({ accounts, recorded }) => {
        const { _id } = await requireUser(accounts, email);
        const change = { action: 'people.setPassword', userId: _id, kind: 'user' };
        await recorded(change, () => accounts.setPassword({ email, password }));
        process.stdout.write(`the password of ${email} was changed; every session has ended\n`);
      });
    });
}
