/**
 * The first of some records, as many as fit into one answer, and the first in any case: each is bounded where it is made, and
 * a page of a hundred of the largest would hold up every other request while it is written.
 */
export function fitting<Item>(items: readonly Item[], answerBytes: number): Item[] {
  let bytes = 0;
  const over = items.findIndex((item, at) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return bytes > answerBytes && at > 0;
  });
  return over < 0 ? [...items] : items.slice(0, over);
}
