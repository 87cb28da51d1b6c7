import { ReadFailure } from '../../../model/errors.ts';
import { type Gap, type Part, type Reading, wholeReading } from '../../part.ts';
import type { ReadingBudget } from '../../sandbox/reading-budget.ts';
import { Archive } from '../../zip/archive.ts';
import { embeddedGaps } from '../body-facts.ts';
import { commentsRead } from '../comments.ts';
import { ThemeColours } from '../looks/theme.ts';
import { embeddedIn, relationshipsOf } from '../relationships.ts';
import { type Attributes, parseXml, type XmlHandler } from '../xml.ts';
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
    const workbook = parseXml(bytes, new WorkbookReader());
    const related = await relationshipsOf(archive, workbookName);
    const strings = SharedStrings.parse(await archive.read('xl/sharedStrings.xml'));
    const theme = ThemeColours.parse(await archive.read('xl/theme/theme1.xml'));
    const formats = CellFormats.parse(await archive.read('xl/styles.xml'), workbook.from1904, theme);
    const names = new Map(related.map(({ id, target }) => [id, target]));
    const sheets = new Sheets(archive, workbook.sheets, names, { strings, formats, budget });
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
      const sheet = parseXml(
        bytes,
        new SheetReader(this.#shared.strings, this.#shared.formats, drawnOver, this.#shared.budget),
      );
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
class WorkbookReader implements XmlHandler {
  readonly sheets: NamedSheet[] = [];
  /** The workbook counts days from 1904 instead of 1900. */
  from1904 = false;

  open(name: string, attributes: Attributes): void {
    if (name === 'workbookPr') this.from1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
    if (name !== 'sheet') return;
    const { name: title = '', id = '', state = 'visible' } = attributes;
    this.sheets.push({ name: title, id, hidden: state !== 'visible' });
  }
}
