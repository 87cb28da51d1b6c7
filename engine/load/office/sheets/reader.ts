import { ReadFailure } from '../../../model/errors.ts';
import { type Gap, type Part, type Reading, wholeReading } from '../../part.ts';
import type { ReadingBudget } from '../../sandbox/reading-budget.ts';
import { Archive } from '../../zip/archive.ts';
import { embeddedGaps } from '../body-facts.ts';
import { commentsRead } from '../comments.ts';
import { ThemeColours } from '../looks/theme.ts';
import { embeddedIn, relationshipsOf } from '../relationships.ts';
import { childAt, type Element, elementsNamed, treeOf } from '../xml.ts';
import { drawnByTables } from './areas.ts';
import { commentsOf } from './comments.ts';
import { CellFormats } from './formats.ts';
import { sheetParts } from './rows.ts';
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
    const sheets = new Sheets(archive, sheetsOf(workbook), names, { strings, formats, budget });
    return wholeReading({
      countedAs: 'sheets',
      parts: () => sheets.parts(),
      warnings: () => commentsRead(sheets.comments),
      unread: () => [...sheets.unread, ...embeddedGaps(sheets.embedded)],
      close: () => archive.close(),
    });
  } catch (error) {
    archive.close();
    throw error;
  }
}

type Shared = { strings: SharedStrings; formats: CellFormats; budget: ReadingBudget };

/** The sheets of a workbook. */
class Sheets {
  readonly unread: Gap[] = [];
  /** How many comments, and how many embedded documents, the sheets have that were read. */
  comments = 0;
  embedded = 0;
  readonly #archive: Archive;
  readonly #sheets: NamedSheet[];
  readonly #names: ReadonlyMap<string, string>;
  readonly #shared: Shared;

  constructor(archive: Archive, sheets: NamedSheet[], names: ReadonlyMap<string, string>, shared: Shared) {
    this.#archive = archive;
    this.#sheets = sheets;
    this.#names = names;
    this.#shared = shared;
  }

  async *parts(): AsyncGenerator<Part> {
    for (const { name, id, hidden } of this.#sheets) {
      const bytes = await this.#archive.read(this.#names.get(id) ?? '');
      if (bytes === null) {
        this.unread.push({ where: `sheet ${name}`, reason: 'the file does not contain it' });
        continue;
      }
      const related = await relationshipsOf(this.#archive, this.#names.get(id) ?? '');
      this.embedded += embeddedIn(related);
      const drawnOver = await drawnByTables(this.#archive, related);
      const sheet = new SheetReader(bytes, { ...this.#shared, drawnOver });
      const comments = await commentsOf(this.#archive, this.#names.get(id) ?? '');
      this.comments += comments.length;
      const boxes = await textBoxesOf(this.#archive, related);
      yield* sheetParts({ name, hidden, rows: sheet.rows, comments, boxes });
      if (sheet.uncomputed > 0) {
        const reason = `${sheet.uncomputed} formulas without a stored result: open and save the file once`;
        this.unread.push({ where: `sheet ${name}`, reason });
      }
    }
  }
}

type NamedSheet = { name: string; id: string; hidden: boolean };

/** The sheets of a workbook in the order of their tabs. */
function sheetsOf(workbook: Element): NamedSheet[] {
  return elementsNamed(workbook, 'sheet').map(
    ({ attributes: { name = '', id = '', state = 'visible' } }) => ({
      name,
      id,
      hidden: state !== 'visible',
    }),
  );
}
