import { ReadFailure } from '../../../model/errors.ts';
import { type Gap, type Part, type Reading, wholeReading } from '../../part.ts';
import type { ReadingBudget } from '../../sandbox/reading-budget.ts';
import { Archive } from '../../zip/archive.ts';
import { embeddedGaps } from '../body-facts.ts';
import { inCommentParts } from '../comment-parts.ts';
import { commentsRead } from '../comments.ts';
import { ThemeColours } from '../looks/theme.ts';
import { embeddedIn, relationshipsOf } from '../relationships.ts';
import { childAt, type Element, elementsNamed, treeOf } from '../xml.ts';
import { drawnByTables } from './areas.ts';
import { commentsIn } from './comments.ts';
import { CellFormats } from './formats.ts';
import { sheetParts, uncomputedGaps } from './rows.ts';
import { SheetReader } from './sheet.ts';
import { SharedStrings } from './strings.ts';
import { textBoxesOf } from './text-boxes.ts';

const workbookName = 'xl/workbook.xml';

/** Opens a spreadsheet. Each part is a row, in which each cell has its own locator. Throws a `ReadFailure`. */
export async function openSpreadsheet(path: string, budget: ReadingBudget): Promise<Reading> {
  const archive = await Archive.open(path, budget);
  try {
    const bytes = await archive.read(workbookName);
    if (bytes === null) throw new ReadFailure('damaged', 'The spreadsheet has no workbook. Save it again.');
    const workbook = treeOf(bytes);
    const isOn = (value = '') => /^(1|true)$/.test(value);
    const from1904 = isOn(childAt(workbook, 'workbook', 'workbookPr')?.attributes.date1904);
    const related = await relationshipsOf(archive, workbookName);
    const strings = new SharedStrings(await archive.read('xl/sharedStrings.xml'));
    const theme = new ThemeColours(treeOf(await archive.read('xl/theme/theme1.xml')));
    const formats = new CellFormats(treeOf(await archive.read('xl/styles.xml')), from1904, theme);
    const names = new Map(related.map(({ id, target }) => [id, target]));
    const unread: Gap[] = [];
    const counts = { comments: 0, embedded: 0 };
    async function* parts(): AsyncGenerator<Part> {
      for (const { name, id, hidden } of sheetsOf(workbook)) {
        const part = names.get(id) ?? '';
        const content = await archive.read(part);
        if (content === null) {
          unread.push({ where: `sheet ${name}`, reason: 'the file does not contain it' });
          continue;
        }
        const ofSheet = await relationshipsOf(archive, part);
        const drawnOver = await drawnByTables(archive, ofSheet);
        const { rows, uncomputed } = new SheetReader(content, { strings, formats, budget, drawnOver });
        const comments = await inCommentParts(archive, ofSheet, commentsIn);
        counts.embedded += embeddedIn(ofSheet);
        counts.comments += comments.length;
        yield* sheetParts({ name, hidden, rows, comments, boxes: await textBoxesOf(archive, ofSheet) });
        unread.push(...uncomputedGaps(name, uncomputed));
      }
    }
    return wholeReading({
      countedAs: 'sheets',
      parts,
      warnings: () => commentsRead(counts.comments),
      unread: () => [...unread, ...embeddedGaps(counts.embedded)],
      close: () => archive.close(),
    });
  } catch (error) {
    archive.close();
    throw error;
  }
}

/** The sheets of a workbook in the order of their tabs. */
function sheetsOf(workbook: Element) {
  return elementsNamed(workbook, 'sheet').map(({ attributes }) => {
    const { name = '', id = '', state = 'visible' } = attributes;
    return { name, id, hidden: state !== 'visible' };
  });
}
