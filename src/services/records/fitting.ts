/**
 * Returns as many of the first records as fit into one response, but at least one. A page of a hundred large records
 * would delay every other request of this process while it is written. A single record is never too large, because its
 * size is limited when it is created.
 */
export function fitting<Item>(items: readonly Item[], answerBytes: number): Item[] {
  let bytes = 0;
  const over = items.findIndex((item, at) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return bytes > answerBytes && at > 0;
  });
  return over < 0 ? [...items] : items.slice(0, over);
}
