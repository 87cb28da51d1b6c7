import { AppError } from '../../../domain/errors.ts';
import type { Admit } from '../../../domain/records/quota.ts';
import { compareAndSet, lost, type Serialize } from './compare-and-set.ts';
import type { AdmissionDoc, Records } from './records.ts';

/**
 * How long an admitted amount is noted in the record of a limit, in ms: far longer than the write that follows can
 * take.
 */
const admittedMs = 60_000;

/**
 * An amount that counts against a limit. `of` names the limit and the user. `id` identifies the record that is written.
 * `amount` is 1 if the limit is a number of records.
 */
export type Share = { of: string; id: string; amount: number };

export type Admitted<Value> = {
  /** Returns the stored amount that counts against the limit, without the records that have these ids. */
  has(without: string[]): Promise<number>;
  write(): Promise<Value>;
  /** Removes what `write` has written. */
  undo(): Promise<unknown>;
};

/**
 * Writes something that counts against a limit, unless `admit` throws; without `admit`, there is no limit. No transaction spans several records, so the
 * work is done in three steps:
 * 1. One compare-and-set notes the amount in the record of the limit. From then on the amount counts, so that two
 *    concurrent calls are never admitted with the same total.
 * 2. `work.write` is called.
 * 3. The note is removed. If the note has already expired, the write is undone and `store_unavailable` is thrown.
 */
export type Admissions = <Value>(
  share: Share,
  admit: Admit | undefined,
  work: Admitted<Value>,
) => Promise<Value>;

export function admissionsIn({ admissions }: Pick<Records, 'admissions'>, serialize: Serialize): Admissions {
  const note = ({ of, id, amount }: Share, admit: Admit, has: Admitted<unknown>['has']) =>
    serialize(`admission ${of}`, async () => {
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

  /** Removes the note of an amount. Returns false if the note expired and another process has removed it. */
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
    if (admit === undefined) return write();
    const mine = await note(share, admit, has);
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
