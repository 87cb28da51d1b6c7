import type { Auth } from 'better-auth';
import { AppError, emailTaken } from '../domain/errors.ts';
import type { Person, User } from '../domain/user.ts';
import type { AuthRecordStore } from '../store/ports/auth.ts';
import type { TokenStore } from '../store/ports/records.ts';
import { requireEmail, requirePassword } from './library-errors.ts';
import { createPasswordLink, redeemPasswordLink, removePasswordLinks } from './password-links.ts';
import type { Accounts, PeopleRecords } from './port.ts';
import { endSessions } from './sessions.ts';
import {
  asPeople,
  changeUser,
  firstUser,
  isProved,
  oldestFirst,
  requireUserRecord,
  userByEmail,
  userOf,
} from './user-records.ts';

/** The accounts as the operator and the administrator manage them, and the passwords that people set by a link. */
export function peopleRecords(
  records: AuthRecordStore,
  tokens: TokenStore,
  library: () => Promise<Auth>,
): PeopleRecords & Pick<Accounts, 'setPasswordByLink'> {
  const find = (email: string) => userByEmail(records, email);

  async function create({ email, name }: { email: string; name: string }): Promise<User> {
    requireEmail(email);
    if ((await find(email)) !== null) throw emailTaken();
    const { internalAdapter } = await (await library()).$context;
    // The operator or the administrator vouches for the email, so that its owner can also sign in with the account of
    // the organization.
    const record = { email: email.trim().toLowerCase(), name, emailVerified: true };
    return userOf(await internalAdapter.createUser(record, { method: 'email-password' }));
  }

  async function storePassword(userId: string, password: string): Promise<void> {
    const { internalAdapter, password: hasher } = await (await library()).$context;
    const hash = await hasher.hash(password);
    if (await internalAdapter.findCredentialAccount(userId))
      await internalAdapter.updatePassword(userId, hash);
    else {
      await internalAdapter.linkAccount({
        userId,
        providerId: 'credential',
        accountId: userId,
        password: hash,
      });
    }
  }

  /**
   * Sets a password that the owner of the email has proved to own, or that the operator vouches for. Until then, anybody
   * could have created the account with this email, so the tokens that were made before end.
   */
  async function replacePassword(userId: string, password: string): Promise<User> {
    if (!(await isProved(records, userId))) {
      const now = new Date();
      for (const { _id } of await tokens.list(userId)) await tokens.revoke(userId, _id, now);
    }
    await storePassword(userId, password);
    await removePasswordLinks(records, userId);
    await endSessions(records, userId);
    return changeUser(records, userId, { emailVerified: true });
  }

  async function personOf(user: User): Promise<Person> {
    const [person = { ...user, invited: false }] = await asPeople(records, [user]);
    return person;
  }

  return {
    find,
    usersWith: async (ids) => {
      const found = await records.find('user', { field: 'id', values: [...new Set(ids)] });
      return new Map(found.map(userOf).map((user) => [user._id, user]));
    },
    nameOf: async (userId) => {
      const [found] = await records.find('user', { field: 'id', values: [userId] });
      return found ? userOf(found).email : userId;
    },
    people: async () => asPeople(records, oldestFirst((await records.find('user', null)).map(userOf))),
    person: async (userId) => personOf(await requireUserRecord(records, userId)),
    isAdministrator: async (userId) => (await firstUser(records))?._id === userId,
    createPasswordLink: (userId, link) => createPasswordLink(records, userId, link),

    async add({ email, password, name }) {
      requireEmail(email);
      requirePassword(password);
      const user = await create({ email, name });
      await storePassword(user._id, password);
      return user;
    },

    invite: async (account) => personOf(await create(account)),

    async setPassword({ email, password }) {
      requirePassword(password);
      const user = await find(email);
      if (user === null) throw new AppError('user_not_found', `no account has the email ${email}`);
      return replacePassword(user._id, password);
    },

    async setPasswordByLink(secret, password) {
      requirePassword(password);
      const userId = await redeemPasswordLink(records, secret);
      const user = userId === null ? null : await requireUserRecord(records, userId);
      if (user === null || user.disabledAt !== null) {
        throw new AppError(
          'link_invalid',
          'the link is not valid: it has expired or was used; ask for a new one',
        );
      }
      return replacePassword(user._id, password);
    },

    async remove(userId) {
      await removePasswordLinks(records, userId);
      await endSessions(records, userId);
      const passwords = await records.find('account', { field: 'userId', values: [userId] });
      await records.delete(
        'account',
        passwords.map(({ id }) => String(id)),
      );
      // Last, so that an interrupted removal can be repeated.
      await records.delete('user', [userId]);
    },

    async setDisabled(userId, isDisabled) {
      const user = await changeUser(records, userId, {
        disabledAt: isDisabled ? new Date().toISOString() : null,
      });
      if (isDisabled) {
        await removePasswordLinks(records, userId);
        await endSessions(records, userId);
      }
      return personOf(user);
    },
  };
}
