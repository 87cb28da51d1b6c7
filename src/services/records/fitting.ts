/**
 * The leading records that fit into one response, at least one: each record is limited when it is created, and a page
 * of a hundred of the largest would delay every other request while it is written.
 */
export function fitting<Item>(items: readonly Item[], answerBytes: number): Item[] {
  let bytes = 0;
  const over = items.findIndex((item, at) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return bytes > answerBytes && at > 0;
  });
  return over < 0 ? [...items] : items.slice(0, over);
}
