import type { Part } from '../part.ts';
import type { Block } from './body.ts';
import { type Piece, withoutBreaks } from './pages.ts';

/** One part for each block, located by the headings above it and its number below the last of them. */
export function* sectionParts(blocks: Block[]): Generator<Part> {
  const above: { level: number; title: string }[] = [];
  let paragraph = 0;
  for (const { kind, heading, text: raw } of blocks) {
    const text = tidied(withoutBreaks(raw));
    if (text === '') continue;
    if (heading !== null) {
      while (above.length > 0 && (above.at(-1)?.level ?? 0) >= heading) above.pop();
      above.push({ level: heading, title: text.replace(/\s+/g, ' ').slice(0, 200) });
      paragraph = 0;
    } else paragraph += 1;
    const path = above.map(({ title }) => title).join(' > ');
    yield {
      locator: {
        kind: 'section',
        ...(path === '' ? {} : { heading: path }),
        paragraph: Math.max(1, paragraph),
      },
      text: text + endOf(kind),
      method: 'text',
      headings: heading === null ? [] : [{ start: 0, end: text.length, level: heading }],
      marginLines: [],
    };
  }
}

/** One part for each page. */
export function* pagedParts(blocks: Block[], pieces: Piece[][]): Generator<Part> {
  let part = emptyPage(1);
  for (const [index, { kind, heading }] of blocks.entries()) {
    for (const [at, { page, text: raw }] of (pieces[index] ?? []).entries()) {
      while (part.locator.page < page) {
        yield part.text === '' ? { ...part, text: '\n' } : part;
        part = emptyPage(part.locator.page + 1);
      }
      const text = tidied(raw);
      const start = part.text.length;
      if (heading !== null && at === 0)
        part.headings.push({ start, end: start + text.length, level: heading });
      part.text += text + endOf(kind);
    }
  }
  yield part.text === '' ? { ...part, text: '\n' } : part;
}

function emptyPage(page: number): Part & { locator: { kind: 'page'; page: number } } {
  return { locator: { kind: 'page', page }, text: '', method: 'text', headings: [], marginLines: [] };
}

function endOf(kind: Block['kind']): string {
  return kind === 'row' ? '\n' : '\n\n';
}

function tidied(text: string): string {
  return text
    .replace(/\u00ad/g, '')
    .replace(/[ \u00a0]+\n/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}
