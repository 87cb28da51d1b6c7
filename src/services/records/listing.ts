import { refuseInvalid } from '../../domain/errors.ts';
import {
  type CursorForm,
  type IdPlace,
  type ProjectTimePlace,
  requireOwnCursor,
  type TimePlace,
} from '../../domain/records/cursor.ts';
import { type Actor, requireRight } from '../../domain/records/owned.ts';
import type { Versioned } from '../../domain/records/versioned.ts';
import type { ListedRecords, ListQuery, Page, PageQuery, Step, Stretch } from '../../store/ports/records.ts';

/**
 * Where a list continues. `after` is the `nextCursor` of the previous page; it cannot be combined with a page number.
 */
export type After = {
  after?: string | undefined;
  /**
   * The fraction of the maximum response size that the list can fill, 1 by default. The calls of a batch get smaller
   * fractions, because they share one response.
   */
  share?: number;
};

/** A page of a list. `nextCursor` is the cursor of the next page; null at the end of the list. */
export type Listed<Item> = Page<Item> & { nextCursor: string | null };

/** Throws `validation_failed` if a request has both a cursor and a page number other than 1. */
export function refusePageBeside({ page, after }: Pick<PageQuery, 'page'> & After): void {
  if (after === undefined || page === 1) return;
  refuseInvalid([{ path: 'page', message: 'cannot be combined with after' }]);
}

/**
 * Lists the records of the workspace; if the token is limited, only those within its limit. Numbered pages are sorted by
 * last change, newest first. Every change of a record changes this order, so reading by cursor uses it only for page 1. The pages after a cursor are sorted by id, which
 * never changes, and leave out the records of page 1. Only page 1 and the pages after a cursor have a `nextCursor`.
 */
export async function listById<Record extends Versioned>(
  records: ListedRecords<Record>,
  cursor: CursorForm<IdPlace>,
  actor: Actor,
  query: ListQuery & After,
): Promise<Listed<Record>> {
  requireRight(actor, 'read');
  refusePageBeside(query);
  const { workspaceId, limit } = actor;
  const { after, page, pageSize, search, mostBytes } = query;
  const searched = { search, mostBytes, within: limit ?? undefined };
  if (after === undefined) {
    const { items, total } = await records.list(workspaceId, { page, pageSize, ...searched });
    const more = page === 1 && total > items.length;
    const start: IdPlace = { after: '', seen: items.map(({ _id }) => _id) };
    return { items, total, nextCursor: more ? cursor.write(start) : null };
  }
  const place = cursor.read(after);
  const { items, total, more } = await records.walk(workspaceId, { ...place, pageSize, ...searched });
  const last = items.at(-1)?._id ?? place.after;
  const next: IdPlace = { after: last, seen: place.seen.filter((id) => id > last) };
  return { items, total, nextCursor: more ? cursor.write(next) : null };
}

/** Lists the records of a project by creation time, newest first. This order never changes. */
export async function listByTime<Item extends TimePlace>(
  { cursor, projectId }: { cursor: CursorForm<ProjectTimePlace>; projectId: string },
  query: PageQuery & After,
  list: (stretch: Stretch<TimePlace>) => Promise<Step<Item>>,
): Promise<Listed<Item>> {
  refusePageBeside(query);
  const { after, page, pageSize } = query;
  const place = after === undefined ? undefined : cursor.read(after);
  requireOwnCursor(place === undefined || place.projectId === projectId);
  const { items, total, more } = await list({ page, pageSize, after: place });
  const last = items.at(-1);
  const next = more && last ? { projectId, createdAt: last.createdAt, _id: last._id } : null;
  return { items, total, nextCursor: next && cursor.write(next) };
}
