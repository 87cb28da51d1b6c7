import type { Caps } from '../../domain/budget.ts';
import { AppError, refuseInvalid } from '../../domain/errors.ts';
import { type Actor, unrestricted } from '../../domain/records/owned.ts';
import type { Person } from '../../domain/user.ts';
import type { RunUsage } from '../../store/ports/runs.ts';
import { budgetService, type MonthlyUsage } from '../budgets/budgets.ts';
import type { Dependencies } from '../dependencies.ts';
import { type LinkDependencies, passwordLinkUrl } from './password-resets.ts';
import { type Belongings, belongingsOf, removePerson, requireRemovable } from './remove-person.ts';

/**
 * How the link of an invitation reaches the person: by mail, or by the administrator, who then gets the link once.
 * `problem` says why no mail was sent.
 */
export type Invitation = { expiresAt: string } & (
  | { sent: true; link: null; problem: null }
  | { sent: false; link: string; problem: string }
);

/** What a person has stored and used. Runs that were deleted do not count. */
type PersonUsage = RunUsage & {
  storedBytes: number;
  /** What the person has spent on models this month, and the caps that apply. */
  month: MonthlyUsage;
};

/** What goes with an account. `refused` says why the account cannot be deleted; null if it can. */
type Removable = Belongings & { refused: string | null };

/** How long the link of an invitation is valid: a person may be away for some days. */
const invitationMs = 7 * 24 * 60 * 60 * 1000;

export type PeopleService = ReturnType<typeof peopleService>;

/**
 * For the administrator: the people who have an account. Every function throws `forbidden` for anyone else, before it
 * reads anything; `belongings` and `remove` are also for the owner of the account.
 */
export function peopleService(
  dependencies: Pick<Dependencies, 'store' | 'assets' | 'limits' | 'clock'>,
  { accounts, mail, publicUrl }: LinkDependencies,
) {
  const { store, assets, limits } = dependencies;
  const budgets = budgetService(dependencies);

  async function requireAdministrator({ userId }: Actor): Promise<void> {
    if (await accounts.isAdministrator(userId)) return;
    throw new AppError('forbidden', 'only the administrator, who has the first account, may manage people');
  }

  async function requireDeletable(id: string, heirId: string | null): Promise<void> {
    if (await accounts.isAdministrator(id))
      throw new AppError(
        'forbidden',
        'this is the account of the administrator, and the next account would get its rights: the operator can give it to a successor with proviso user passwd',
      );
    await requireRemovable(id, heirId, store);
  }

  async function invitationOf({ _id, email: to }: Person): Promise<Invitation> {
    const { secret, expiresAt } = await accounts.createPasswordLink(_id, {
      kind: 'invitation',
      validMs: invitationMs,
    });
    const link = passwordLinkUrl(publicUrl, secret);
    const sent = await mail?.send({ kind: 'invitation', to, service: publicUrl, link, expiresAt });
    if (sent?.outcome === 'delivered') return { sent: true, link: null, problem: null, expiresAt };
    return { sent: false, link, problem: sent?.detail ?? 'This service sends no mail', expiresAt };
  }

  return {
    /** Everyone with an account, oldest account first. The first one is the administrator. */
    async list(actor: Actor) {
      await requireAdministrator(actor);
      return accounts.people();
    },

    /** The usage of one person. Throws `user_not_found`. */
    async usage(actor: Actor, id: string): Promise<PersonUsage> {
      await requireAdministrator(actor);
      const { _id } = await accounts.person(id);
      const [runs, storedBytes] = await Promise.all([store.runs.usage(_id), store.fileSizes.total(_id)]);
      return { ...runs, storedBytes, month: await budgets.usage(unrestricted(_id)) };
    },

    /**
     * Sets what a person may spend on models in a month; null applies the caps of the settings again. Throws
     * `user_not_found`.
     */
    async setBudget(actor: Actor, id: string, caps: Caps | null) {
      await requireAdministrator(actor);
      const { _id } = await accounts.person(id);
      await store.budgets.setCaps(_id, caps);
      return budgets.usage(unrestricted(_id));
    },

    /** The limits that apply to each person, and how long records are kept. */
    async rules(actor: Actor) {
      await requireAdministrator(actor);
      const { LIMIT_POLITICS: politics, LIMIT_PROJECTS: projects, LIMIT_UNENDED_RUNS: runs } = limits;
      const { LIMIT_TOKENS: tokens, LIMIT_STREAMS: streams, LIMIT_WORKSPACES: workspaces } = limits;
      const { LIMIT_STORED_BYTES: storedBytes, KEEP_RUNS_DAYS, KEEP_TEXTS_DAYS } = limits;
      const retention = { runsDays: KEEP_RUNS_DAYS, textsDays: KEEP_TEXTS_DAYS };
      return { quotas: { politics, projects, runs, tokens, streams, storedBytes, workspaces }, retention };
    },

    /** Creates an account and a link with which the person sets a password. Throws `email_taken`, `validation_failed`. */
    async invite(actor: Actor, account: { email: string; name: string }) {
      await requireAdministrator(actor);
      const person = await accounts.invite(account);
      return { person, invitation: await invitationOf(person) };
    },

    /**
     * Makes a new link for a person who has not used the first one. Throws `forbidden` for a person who can already sign
     * in, because with a link the administrator could sign in as that person. Throws `user_not_found`.
     */
    async inviteAgain(actor: Actor, id: string) {
      await requireAdministrator(actor);
      const person = await accounts.person(id);
      if (!person.invited || person.disabledAt !== null) {
        throw new AppError('forbidden', 'only a person who has not signed in yet can be invited again');
      }
      return invitationOf(person);
    },

    /**
     * Disables or enables an account. The sessions, tokens and event streams of a disabled person end at once, and no new
     * ones begin. Throws `user_not_found`, and `forbidden` for the own account.
     */
    async setDisabled(actor: Actor, id: string, isDisabled: boolean) {
      await requireAdministrator(actor);
      if (id === actor.userId) {
        throw new AppError('forbidden', 'your own account cannot be disabled: it is the administrator');
      }
      return accounts.setDisabled(id, isDisabled);
    },

    /** What would be deleted with an account. Throws `user_not_found`. */
    async belongings(actor: Actor, id: string): Promise<Removable> {
      if (id !== actor.userId) await requireAdministrator(actor);
      const { _id } = await accounts.person(id);
      const refused = await requireDeletable(_id, null).then(
        () => null,
        (error: unknown) => {
          if (error instanceof AppError && error.status < 500) return error.message;
          throw error;
        },
      );
      return { ...(await belongingsOf(_id, store)), refused };
    },

    /**
     * Deletes an account with its records and files, or hands them to another person, who becomes the admin of their
     * workspaces. Sessions, tokens and event streams end first, so that an interrupted deletion leaves a disabled account.
     * Returns the workspaces that the person has left. The owner of the account needs a `proof`, as `requireOwner` says.
     * Throws `user_not_found`, `wrong_credentials`, `validation_failed` for a person who cannot take the records,
     * `forbidden` for the administrator, and `last_admin`.
     */
    async remove(actor: Actor, id: string, { heir, proof }: { heir: string | null; proof: string }) {
      if (id === actor.userId) await accounts.requireOwner(id, proof);
      else await requireAdministrator(actor);
      await accounts.person(id);
      if (heir !== null && (heir === id || (await accounts.person(heir)).disabledAt !== null))
        refuseInvalid([{ path: 'heir', message: 'must be another person whose account is not disabled' }]);
      await requireDeletable(id, heir);
      await accounts.setDisabled(id, true);
      return (await removePerson(id, heir, { accounts, store, assets })).left;
    },
  };
}
