/** XML whose entities would expand to gigabytes. */
export function laughs(root: string): string {
  const letters = 'abcdefghij';
  const entities = [...letters].map((name, index) => {
    const before = letters[index - 1];
    return `<!ENTITY ${name} "${before === undefined ? 'ha' : `&${before};`.repeat(10)}">`;
  });
  return `<?xml version="1.0"?><!DOCTYPE x [${entities.join('')}]><${root}>&j;</${root}>`;
}

/**
 * Nested elements with this name around some content. Each element differs, so that the text does not compress to
 * almost nothing.
 */
export function nestedIn(element: string, depth: number, content = ''): string {
  const opened = Array.from({ length: depth }, (_, at) => `<${element} id="${at * 7919}">`);
  return `${opened.join('')}${content}${`</${element}>`.repeat(depth)}`;
}
