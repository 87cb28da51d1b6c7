import { workspacePayer } from '../../domain/budget.ts';
import type { Database } from './database/database.ts';
import type { RenewableFile } from './database/renewable-file.ts';

/** Removes the rows of a workspace in one transaction, and the cached texts of its files. */
export function removeWorkspaceRemains(records: Database, cache: RenewableFile, id: string): void {
  records.transaction(() => {
    for (const table of ['reviews', 'webhook_rotations', 'turns'])
      records.run(`delete from ${table} where workspace_id = ?`, [id]);
    removeSpending(records, workspacePayer(id));
  });
  cache.use((database) => database.run('delete from source_texts where workspace_id = ?', [id]));
}

/** Removes the rows of a person that belong to no workspace, in one transaction. */
export function removePersonRemains(records: Database, userId: string): void {
  records.transaction(() => {
    for (const table of ['tokens', 'idempotent_requests'])
      records.run(`delete from ${table} where user_id = ?`, [userId]);
    removeSpending(records, userId);
  });
}

function removeSpending(records: Database, payer: string): void {
  for (const table of ['spending', 'spending_caps'])
    records.run(`delete from ${table} where user_id = ?`, [payer]);
}
