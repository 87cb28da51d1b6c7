import { type IdPlace, idCursor, type TimePlace, timeCursor } from '../domain/cursor.ts';
import { refuseInvalid } from '../domain/errors.ts';
import type { Versioned } from '../domain/versioned.ts';
import type { ListedRecords, ListQuery, Page, PageQuery, Step } from '../store/port.ts';

/** A page by its number, or what follows a cursor: never both. */
export type After = { after?: string | undefined };

/** Records of a list. `nextCursor` goes on after the last of them; null at the end. */
export type Listed<Item> = Page<Item> & { nextCursor: string | null };

/** Throws `validation_failed` for a page beside a cursor. */
export function refusePageBeside({ page, after }: Pick<PageQuery, 'page'> & After): void {
  if (after === undefined || page === 1) return;
  refuseInvalid([{ path: 'page', message: 'cannot be combined with after' }]);
}

/**
 * Records of an owner. Pages come with the last change first, an order that every change turns over; a walk goes by id
 * and leaves out what its first page has shown, so that a later page cannot begin one.
 */
export async function listById<Record extends Versioned>(
  records: ListedRecords<Record>,
  userId: string,
  query: ListQuery & After,
): Promise<Listed<Record>> {
  refusePageBeside(query);
  const { after, page, pageSize, search, mostBytes } = query;
  const searched = { ...(search !== undefined && { search }), ...(mostBytes !== undefined && { mostBytes }) };
  if (after === undefined) {
    const { items, total } = await records.list(userId, { page, pageSize, ...searched });
    const more = page === 1 && total > items.length;
    const start: IdPlace = { after: '', seen: items.map(({ _id }) => _id) };
    return { items, total, nextCursor: more ? idCursor.write(start) : null };
  }
  const place = idCursor.read(after);
  const { items, total, more } = await records.walk(userId, { ...place, pageSize, ...searched });
  const last = items.at(-1)?._id ?? place.after;
  const next: IdPlace = { after: last, seen: place.seen.filter((id) => id > last) };
  return { items, total, nextCursor: more ? idCursor.write(next) : null };
}

/** Records that never change their place, the newest first. */
export async function listByTime<Item extends TimePlace>(
  query: PageQuery & After,
  list: (page: PageQuery) => Promise<Page<Item>>,
  walk: (after: TimePlace, pageSize: number) => Promise<Step<Item>>,
): Promise<Listed<Item>> {
  refusePageBeside(query);
  const { after, page, pageSize } = query;
  const { items, total, more } =
    after === undefined
      ? await pageStep(list, { page, pageSize })
      : await walk(timeCursor.read(after), pageSize);
  const last = items.at(-1);
  return { items, total, nextCursor: more && last ? timeCursor.write(last) : null };
}

/** A page as a step of a walk through a list in which pages and walks have one order. */
export async function pageStep<Item>(
  list: (page: PageQuery) => Promise<Page<Item>>,
  page: PageQuery,
): Promise<Step<Item>> {
  const found = await list(page);
  return { ...found, more: found.items.length > 0 && found.total > page.page * page.pageSize };
}
