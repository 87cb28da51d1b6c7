import type { Database } from './database/database.ts';

export type AssetUses = ReturnType<typeof assetUses>;

/** Stores which records use which assets. A record and its uses of assets are written in the same transaction. */
export function assetUses(database: Database) {
  return {
    replace(recordId: string, before: string[], after: string[]): void {
      for (const id of new Set(before)) {
        if (!after.includes(id)) database.remove('asset_uses', { asset_id: id, record_id: recordId });
      }
      for (const id of new Set(after)) {
        database.insert('asset_uses', { asset_id: id, record_id: recordId }, 'stays');
      }
    },
    inUse(assetIds: string[]): Set<string> {
      const rows = database.all(
        'select distinct asset_id from asset_uses where asset_id in (select value from json_each(?))',
        [JSON.stringify(assetIds)],
      );
      return new Set(rows.map((row) => row.text('asset_id')));
    },
  };
}
