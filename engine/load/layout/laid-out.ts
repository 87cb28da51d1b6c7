import type { Locator } from '../../model/locator.ts';
import type { SourceText } from '../../model/source.ts';
import type { Part } from '../part.ts';
import { findPages } from './found-pages.ts';

/**
 * Returns the parts with page numbers as locators, which are taken from `layout`, a PDF of the same document. The text
 * is unchanged. Hidden parts, headers, footers, comments, and parts without a certain match keep their locators. Null
 * if the words of the layout differ too much from those of the parts.
 */
export function onPages(parts: readonly Part[], layout: SourceText): Part[] | null {
  const pages = pageTexts(layout);
  const found = findPages(
    parts.map(({ text, apart, hidden }) => (apart || hidden ? '' : text)),
    pages.map(({ text }) => text),
  );
  if (found === null) return null;
  return parts.map((part, index) => {
    const place = found[index] ?? null;
    if (place === null) return part;
    const { from, to } = place;
    const label = pages[from - 1]?.label;
    const locator: Locator = {
      kind: 'page',
      page: from,
      ...(label !== undefined && { pageLabel: label }),
      ...(to > from && { endPage: to }),
    };
    return { ...part, locator };
  });
}

function pageTexts({ text, ranges, pages }: SourceText): { text: string; label?: string | undefined }[] {
  const texts = Array.from({ length: pages }, () => ({ text: '', label: undefined as string | undefined }));
  for (const { start, end, locator, hidden } of ranges) {
    const page = locator.kind === 'page' && !hidden ? texts[locator.page - 1] : undefined;
    if (page === undefined || locator.kind !== 'page') continue;
    page.text += text.slice(start, end);
    page.label = locator.pageLabel;
  }
  return texts;
}
