import type { PendingChange } from '../../store/ports/audit.ts';
import type { Dependencies } from '../dependencies.ts';

/** Writes the entries of changes whose process died before it knew whether the change was made. */
export async function settlePending({
  store,
  clock,
  holder,
}: Pick<Dependencies, 'store' | 'clock'> & {
  holder: Pick<Dependencies['holder'], 'isDead'>;
}): Promise<void> {
  for (const pending of await store.audit.pending()) {
    if (!holder.isDead(pending.lease)) continue;
    const { ownerId, email, lease: _, since: __, ...change } = pending;
    const owner = ownerId ?? (await ownerOf(pending, store));
    if (owner === null) await store.audit.forget(change.id);
    else await store.audit.append({ ...change, ownerId: owner }, 'unknown', clock.now());
  }
}

/**
 * The user whom an interrupted sign-in concerned. If it is not known, the log of the administrator gets the entry. A
 * sign-up that created no account changed nothing.
 */
async function ownerOf({ email }: PendingChange, { auth }: Dependencies['store']): Promise<string | null> {
  if (email !== null) {
    const [user] = await auth.find('user', { field: 'email', values: [email.trim().toLowerCase()] });
    return user === undefined ? null : String(user.id);
  }
  const [first] = (await auth.find('user', null, 100)).toSorted((a, b) =>
    String(a.createdAt).localeCompare(String(b.createdAt)),
  );
  return first === undefined ? null : String(first.id);
}
