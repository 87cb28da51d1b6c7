import { workspacePayer } from '../../domain/budget.ts';
import type { Records } from './database/records.ts';

/** Removes the records of a workspace, and the cached texts of its files. Can be repeated. */
export async function removeWorkspaceRemains(records: Records, id: string): Promise<void> {
  // Before their pieces, so that no cached text refers to missing pieces.
  await records.sourceTexts.remove(idsFrom(`["${id}",`));
  await records.pieces.remove({ workspaceId: id });
  await records.reviews.remove({ workspaceId: id });
  await records.webhookRotations.remove({ workspaceId: id });
  await removeSpending(records, workspacePayer(id));
  await records.turns.remove({ _id: id });
  for (const limit of ['bytes', 'politics', 'projects', 'runs'])
    await records.admissions.remove({ _id: `${limit} of ${id}` });
}

/** Removes the records of a person that belong to no workspace. Can be repeated. */
export async function removePersonRemains(records: Records, userId: string): Promise<void> {
  await records.tokens.remove({ userId });
  await records.idempotentRequests.remove({ userId });
  await removeSpending(records, userId);
  for (const limit of ['streams', 'tokens', 'workspaces'])
    await records.admissions.remove({ _id: `${limit} of ${userId}` });
}

async function removeSpending(records: Records, payer: string): Promise<void> {
  await records.spending.remove(idsFrom(`${payer}/`));
  await records.spendingCaps.remove({ _id: payer });
}

/** Selects the ids that start with a prefix. */
function idsFrom(prefix: string) {
  return { _id: { $gte: prefix, $lt: `${prefix}\uffff` } };
}
