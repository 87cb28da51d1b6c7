/**
 * The records, from the first, that fit into one response; at least one. The size of a single record is limited when it
 * is created, but while a page of a hundred large records is written, every other request has to wait.
 */
export function fitting<Item>(items: readonly Item[], answerBytes: number): Item[] {
  let bytes = 0;
  const over = items.findIndex((item, at) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return bytes > answerBytes && at > 0;
  });
  return over < 0 ? [...items] : items.slice(0, over);
}
