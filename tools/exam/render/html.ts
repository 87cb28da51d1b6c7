import type { Block } from './block.ts';

/** A web page; tables are HTML tables. */
export function htmlOf(blocks: readonly Block[]): string {
  const title = blocks.find(({ kind }) => kind === 'title');
  const name = title?.kind === 'title' ? escapedXml(title.text) : '';
  const body = blocks.map((block) => {
    if (block.kind === 'title') return `<h1>${escapedXml(block.text)}</h1>`;
    if (block.kind === 'heading') return `<h2>${escapedXml(block.text)}</h2>`;
    if (block.kind === 'paragraph') return `<p>${escapedXml(block.text)}</p>`;
    const rows = block.rows.map((row, at) => {
      const tag = at === 0 ? 'th' : 'td';
      return `<tr>${row.map((cell) => `<${tag}>${escapedXml(cell)}</${tag}>`).join('')}</tr>`;
    });
    return `<table>\n${rows.join('\n')}\n</table>`;
  });
  return `<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>${name}</title></head>\n<body>\n<main>\n${body.join('\n')}\n</main>\n</body>\n</html>\n`;
}

/** Escapes text for XML and HTML. */
export function escapedXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
