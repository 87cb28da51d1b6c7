import type { Reading } from '../../part.ts';
import type { ReadingBudget } from '../../sandbox/reading-budget.ts';
import { factGaps, factWarnings } from '../body-facts.ts';
import { commentWarnings } from '../comments.ts';
import { unpagedReading } from '../unpaged-reading.ts';
import { parseXml } from '../xml.ts';
import { drawingsOf } from './drawings.ts';
import { readPageBoilerplate } from './headers-and-footers.ts';
import { readOpenDocument } from './package.ts';
import { OdtBody } from './text-body.ts';
import { TextStyles } from './text-styles.ts';

/**
 * Opens an OpenOffice or LibreOffice text document. Throws a `ReadFailure` with the code `archive_limits`, `encrypted`
 * or `damaged`.
 */
export async function openOdt(path: string, budget: ReadingBudget): Promise<Reading> {
  const { content, styles } = await readOpenDocument(path, budget);
  const textStyles = TextStyles.parse([styles, content]);
  const body = parseXml(content, new OdtBody(textStyles, drawingsOf(content, textStyles.looks)));
  const blocks = body.blocks();
  return unpagedReading(
    { blocks, boilerplate: readPageBoilerplate(content, styles).map((text) => ({ text })) },
    { warnings: [...factWarnings(body.facts), ...commentWarnings(blocks)], unread: factGaps(body.facts) },
  );
}
