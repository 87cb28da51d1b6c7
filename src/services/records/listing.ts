import { refuseInvalid } from '../../domain/errors.ts';
import { type IdPlace, idCursor, type TimePlace, timeCursor } from '../../domain/records/cursor.ts';
import type { Versioned } from '../../domain/records/versioned.ts';
import type { ListedRecords, ListQuery, Page, PageQuery, Step } from '../../store/ports/records.ts';

/** A page number or a cursor, never both. */
export type After = {
  after?: string | undefined;
  /** The part of a response that the list may fill, 1 by default: the calls of a batch share one response. */
  share?: number;
};

/** Records of a list. `nextCursor` continues after the last of them; null at the end. */
export type Listed<Item> = Page<Item> & { nextCursor: string | null };

/** Throws `validation_failed` for a page together with a cursor. */
export function refusePageBeside({ page, after }: Pick<PageQuery, 'page'> & After): void {
  if (after === undefined || page === 1) return;
  refuseInvalid([{ path: 'page', message: 'cannot be combined with after' }]);
}

/**
 * Records of an owner. Pages are sorted by last change, newest first, an order that every change affects; a walk goes
 * by id and skips what its first page showed, so it can only start at the first page.
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

/** Records whose order never changes, newest first. */
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

/** A page as a step of a walk, for lists in which pages and walks have the same order. */
export async function pageStep<Item>(
  list: (page: PageQuery) => Promise<Page<Item>>,
  page: PageQuery,
): Promise<Step<Item>> {
  const found = await list(page);
  return { ...found, more: found.items.length > 0 && found.total > page.page * page.pageSize };
}
