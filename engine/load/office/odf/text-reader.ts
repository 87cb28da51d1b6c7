import type { Reading } from '../../part.ts';
import type { ReadingBudget } from '../../sandbox/reading-budget.ts';
import { factGaps, factWarnings } from '../body-facts.ts';
import { commentWarnings } from '../comments.ts';
import { unpagedReading } from '../unpaged-reading.ts';
import { treeOf } from '../xml.ts';
import { pageBoilerplate } from './headers-and-footers.ts';
import { readOpenDocument } from './package.ts';
import { OdtBody } from './text-body.ts';
import { TextStyles } from './text-styles.ts';

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
