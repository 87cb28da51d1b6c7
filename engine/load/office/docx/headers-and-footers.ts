import type { Archive } from '../../zip/archive.ts';
import { isOn } from '../looks/run-look.ts';
import { relationshipsOf } from '../relationships.ts';
import { childAt, childrenOf, type Element, treeOf, walk } from '../xml.ts';

/**
 * Each header and footer that appears on a page, without duplicates. Headers and footers for first pages or for even
 * pages count only if the document distinguishes such pages. Throws a `ReadFailure`.
 */
export async function shownBoilerplate(
  archive: Archive,
  part: string,
  { document, settings }: { document: Element; settings: Element },
): Promise<Element[]> {
  const evenPages = childAt(settings, 'settings', 'evenAndOddHeaders')?.attributes;
  const hasEvenPages = evenPages !== undefined && isOn(evenPages.val ?? '');
  const targets = new Map((await relationshipsOf(archive, part)).map(({ id, target }) => [id, target]));
  const shown: Element[] = [];
  for (const id of shownIds(document, hasEvenPages)) {
    const target = targets.get(id);
    const bytes = target === undefined ? null : await archive.read(target);
    if (bytes !== null) shown.push(treeOf(bytes));
  }
  return shown;
}

function shownIds(document: Element, hasEvenPages: boolean): Set<string> {
  const shown = new Set<string>();
  // A section inherits from the section before it the references that it does not set itself.
  const named = new Map<string, { type: string; id: string }>();
  walk(document, (section) => {
    if (section.name !== 'sectPr') return section.name !== 'sectPrChange';
    const title = childAt(section, 'titlePg');
    const hasTitlePage = title !== undefined && isOn(title.attributes.val ?? '1');
    for (const { name, attributes } of childrenOf(section)) {
      const { type = 'default', id = '' } = attributes;
      if (name === 'headerReference' || name === 'footerReference')
        named.set(`${name} ${type}`, { type, id });
    }
    for (const { type, id } of named.values()) {
      if (type === 'default' || (type === 'first' ? hasTitlePage : hasEvenPages)) shown.add(id);
    }
    return false;
  });
  return shown;
}
