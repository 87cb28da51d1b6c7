import { factGaps, factWarnings } from '../docx/body-facts.ts';
import { commentWarnings } from '../docx/comments.ts';
import { UnpagedReading } from '../docx/unpaged-reading.ts';
import { parseXml } from '../docx/xml.ts';
import type { Reading } from '../part.ts';
import type { ReadingBudget } from '../reading-budget.ts';
import { drawingsOf } from './drawings.ts';
import { readOpenDocument } from './package.ts';
import { readPageFurniture } from './page-furniture.ts';
import { OdtBody } from './text-body.ts';
import { TextStyles } from './text-styles.ts';

/** Opens a text document of OpenOffice or LibreOffice. Throws `ReadFailure`: archive_limits, encrypted, damaged. */
export async function openOdt(path: string, budget: ReadingBudget): Promise<Reading> {
  const { content, styles } = await readOpenDocument(path, budget);
  const textStyles = TextStyles.parse([styles, content]);
  const body = new OdtBody(textStyles, drawingsOf(content, textStyles.looks));
  parseXml(content, body);
  const blocks = body.blocks();
  return new UnpagedReading(
    { blocks, furniture: readPageFurniture(content, styles).map((text) => ({ text })) },
    { warnings: [...factWarnings(body.facts), ...commentWarnings(blocks)], unread: factGaps(body.facts) },
  );
}
