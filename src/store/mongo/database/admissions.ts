import { AppError } from '../../../domain/errors.ts';
import type { Admit } from '../../../domain/records/quota.ts';
import { compareAndSet, lost, type Serialize } from './compare-and-set.ts';
import type { AdmissionDoc, Records } from './records.ts';

/** How long an admission is valid: far longer than the write that follows it takes. */
const admittedMs = 60_000;

/** An amount that counts against a limit: `of` names the limit and its user, `amount` is 1 where records are counted. */
export type Share = { of: string; id: string; amount: number };

export type Admitted<Value> = {
  /** The amount in the store besides the shares of these ids. */
  has(without: string[]): Promise<number>;
  write(): Promise<Value>;
  /** Removes what was written. */
  undo(): Promise<void>;
};

/**
 * Writes an amount that counts against a limit. No transaction spans records, so the share is first noted on the one
 * record of the limit, by compare-and-set, and counts from then on; the write follows, and the note is removed. No two
 * shares are admitted over the same count. A write that took longer than its note is valid is undone.
 */
export type Admissions = <Value>(share: Share, admit: Admit, work: Admitted<Value>) => Promise<Value>;

export function admissionsIn({ admissions }: Pick<Records, 'admissions'>, serialize: Serialize): Admissions {
  const note = ({ of, id, amount }: Share, admit: Admit, has: Admitted<unknown>['has']) =>
    compareAndSet(async () => {
      const now = Date.now();
      const stored = await admissions.first({ _id: of });
      const others = (stored?.pending ?? []).filter((one) => one.until > now && one.id !== id);
      const noted = others.reduce((total, one) => total + one.amount, 0);
      admit(noted + (await has([id, ...others.map((one) => one.id)])));
      const mine = { id, amount, until: now + admittedMs };
      const pending = [...others, mine];
      const done =
        stored === null
          ? await admissions.insert({ _id: of, revision: 1, pending })
          : await admissions.change(
              { _id: of, revision: stored.revision },
              { $set: { revision: stored.revision + 1, pending } },
            );
      return done ? mine : lost;
    });

  /** Returns false when the note was gone. */
  const release = (of: string, mine: AdmissionDoc['pending'][number]) =>
    compareAndSet(async () => {
      const stored = await admissions.first({ _id: of });
      const others = stored?.pending.filter((one) => one.id !== mine.id || one.until !== mine.until);
      if (!stored || !others || others.length === stored.pending.length) return false;
      const next = { revision: stored.revision + 1, pending: others };
      const unchanged = { _id: of, revision: stored.revision };
      return (await admissions.change(unchanged, { $set: next })) || lost;
    });

  return async (share, admit, { has, write, undo }) => {
    const { of } = share;
    const mine = await serialize(`admission ${of}`, () => note(share, admit, has));
    let value: Awaited<ReturnType<typeof write>>;
    try {
      value = await write();
    } catch (error) {
      await release(of, mine);
      throw error;
    }
    if (await release(of, mine)) return value;
    await undo();
    throw new AppError('store_unavailable', 'the store took too long: try again in a moment');
  };
}
