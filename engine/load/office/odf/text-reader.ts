import type { Reading } from '../../part.ts';
import type { ReadingBudget } from '../../sandbox/reading-budget.ts';
import { factGaps, factWarnings } from '../body-facts.ts';
import { commentWarnings } from '../comments.ts';
import { unpagedReading } from '../unpaged-reading.ts';
import { childrenOf, type Element, elementsNamed, treeOf, walk } from '../xml.ts';
import { readOpenDocument } from './package.ts';
import { OdtBody } from './text-body.ts';
import { TextStyles } from './text-styles.ts';
import { eachWords } from './words.ts';

/**
 * Opens an OpenOffice or LibreOffice text document. Throws a `ReadFailure` with the code `archive_limits`, `encrypted`
 * or `damaged`.
 */
export async function openOdt(path: string, budget: ReadingBudget): Promise<Reading> {
  const { content, styles } = await readOpenDocument(path, budget);
  const tree = treeOf(content);
  const body = new OdtBody(new TextStyles([styles, content]), tree);
  const blocks = body.blocks();
  return unpagedReading(
    { blocks, boilerplate: pageBoilerplate(tree, treeOf(styles)).map((text) => ({ text })) },
    { warnings: [...factWarnings(body.facts), ...commentWarnings(blocks)], unread: factGaps(body.facts) },
  );
}

const boilerplate = /^(?:header|footer)(?:-left|-first)?$/;
/** The page style that applies if a document names none. */
const standardPage = 'Standard';

/** The paragraphs of the headers and footers of the page styles that a text uses. */
function pageBoilerplate(content: Element, styles: Element): string[] {
  const pages = new Map(
    elementsNamed(styles, 'master-page').map((page) => [page.attributes.name ?? '', page]),
  );
  const used = new Set([standardPage]);
  walk(content, ({ attributes: { 'master-page-name': name = '' } }) => name === '' || used.add(name));
  // The set grows during the loop, because each page style names the page style of the next page.
  for (const name of used) {
    const next = pages.get(name)?.attributes['next-style-name'];
    if (next !== undefined) used.add(next);
  }
  return [...used].flatMap((name) => {
    const parts = childrenOf(pages.get(name)).filter((part) => boilerplate.test(part.name));
    return parts.filter(({ attributes }) => attributes.display !== 'false').flatMap(paragraphsOf);
  });
}

function paragraphsOf(part: Element): string[] {
  const found: string[] = [];
  walk(part, (paragraph) => {
    if (paragraph.name !== 'p' && paragraph.name !== 'h') return true;
    let text = '';
    eachWords(paragraph, (words) => {
      text += words;
    });
    found.push(text.trim());
    return false;
  });
  return found;
}
