import writeExcelFile, { type Feature, type Image } from 'write-excel-file/node';
import {
  getCellAddress,
  getOrderOfSiblings,
  insertElementMarkupAccordingToOrderOfSiblings,
} from 'write-excel-file/utility';
import { markup, xmlSafe } from './xml-text.ts';

/** `href` is the target of a link. A link has a short text, because LibreOffice shows links in one line. */
export type Cell = { value: string | number; href?: string; bold?: boolean; color?: string };

export type Sheet = {
  name: string;
  /** In characters. */
  widths: readonly number[];
  /** The first row has the titles. */
  rows: readonly (readonly Cell[])[];
  /** How many columns on the left stay in sight and are printed on each page. */
  fixed?: number;
};

/** The largest text of a cell in Excel, in UTF-16 code units. */
export const mostCharacters = 32_767;
export const cutMark = ' … [cut: see the sheet Summary]';
/** In points: the size of letters, the height of a line, and that of the tallest row that Excel allows. */
const [textSize, lineHeight, tallest] = [10, 13, 409];
/** A wider sheet is printed on several pages beside each other, because its letters would become too small. */
const widestPrinted = 260;

/**
 * A workbook whose rows are as high as their texts, with a filter, and titles that stay in sight and are on each printed
 * page. Every text is text, so that no program evaluates it. The first sheet has no filter.
 */
export async function workbookOf(sheets: readonly Sheet[]): Promise<Buffer> {
  return writeExcelFile(
    sheets.map(({ name, widths, rows, fixed = 0 }) => ({
      data: rows.map((row, index) => {
        const lines = row.map(({ value }, column) => linesIn(xmlSafe(String(value)), widths[column] ?? 1));
        const height = Math.min(tallest, Math.max(...lines) * lineHeight + 4);
        return row.map((cell) => ({ ...written(cell, index === 0), height }));
      }),
      ...{ sheet: name, columns: widths.map((width) => ({ width })) },
      ...{ stickyRowsCount: 1, stickyColumnsCount: fixed },
    })),
    { fontFamily: 'Calibri', fontSize: textSize, features: [additions(sheets)] },
  ).toBuffer();
}

function written({ value, href, bold, color = href && '#0b4f9e' }: Cell, isTitle: boolean) {
  return {
    ...(typeof value === 'number'
      ? { value, type: Number }
      : { value: escapedCodes(cut(xmlSafe(value))), type: String }),
    ...{ wrap: true, align: 'left' as const, alignVertical: 'top' as const },
    ...{ bottomBorderStyle: 'thin' as const, bottomBorderColor: '#d5d9e0' },
    ...((isTitle || bold) && { fontWeight: 'bold' as const }),
    ...(isTitle && { backgroundColor: '#e8ebf0' }),
    ...(color !== undefined && { textColor: color }),
  };
}

/** Shortens a text that no cell can contain, and says so at its end. */
function cut(text: string): string {
  if (text.length <= mostCharacters) return text;
  const kept = text.slice(0, mostCharacters - cutMark.length).replace(/[\ud800-\udbff]$/, '');
  return `${kept}${cutMark}`;
}

/** Programs read a code such as `_x0041_` in a cell as the character `A`, unless its first character is a code itself. */
function escapedCodes(text: string): string {
  return text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}

/** The number of lines that a text needs in a cell, or a little more, because programs have different fonts. */
function linesIn(text: string, width: number): number {
  const room = width - 1;
  let [lines, used] = [1, 0];
  for (const word of text.split(/(?<=[\s-])/)) {
    const length = lengthOf(word.trimEnd());
    if (used > 0 && used + length > room) [lines, used] = [lines + 1, 0];
    const over = Math.floor(length / room);
    [lines, used] = [lines + over, used + lengthOf(word) - over * room];
  }
  return lines;
}

/** The width of a text in digits: small letters are narrower, and letters of East Asian scripts twice as wide. */
function lengthOf(text: string): number {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  return 0.93 * text.length + 0.3 * count(/[\p{Lu}mw@%]/gu) + count(/[\u1100-\uffee]/g);
}

const sheetPart = 'xl/worksheets/sheet{id}.xml';
const order = getOrderOfSiblings(sheetPart, 'worksheet') ?? [];

/** What the library does not write: links, filters, and how the sheets are printed. */
function additions(sheets: readonly Sheet[]): Feature<Image['content']> {
  const names = sheets.flatMap(({ name, rows, widths, fixed = 0 }, index) => {
    const columns = fixed === 0 ? '' : `${name}!$A:$${getCellAddress(0, fixed - 1).slice(0, -1)},`;
    const last = getCellAddress(rows.length - 1, widths.length - 1).replace(/\d/, '$$$&');
    return [
      // LibreOffice shows a filter only if its cells have this name.
      ...(index === 0 ? [] : [nameOf('_FilterDatabase', index, `${name}!$A$1:$${last}`)]),
      nameOf('Print_Titles', index, `${columns}${name}!$1:$1`),
    ];
  });
  return {
    files: {
      transform: {
        'xl/workbook.xml': {
          transform: (xml) =>
            xml.replace('<definedNames/>', `<definedNames>${names.join('')}</definedNames>`),
        },
        [sheetPart]: {
          transform(xml, _options, { sheetIndex }) {
            const { rows = [], widths = [] } = sheets[sheetIndex] ?? {};
            const fits = widths.reduce((sum, width) => sum + width, 0) <= widestPrinted;
            const links = linksOf(sheets[sheetIndex]).map(
              ({ cell, id }) => `<hyperlink ref="${cell}" r:id="${id}"/>`,
            );
            return [
              ...(fits ? ['<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'] : []),
              ...(sheetIndex === 0
                ? []
                : [`<autoFilter ref="A1:${getCellAddress(rows.length - 1, widths.length - 1)}"/>`]),
              ...(links.length > 0 ? [`<hyperlinks>${links.join('')}</hyperlinks>`] : []),
              '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>',
              '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>',
              '<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>',
            ].reduce(
              (whole, part) => insertElementMarkupAccordingToOrderOfSiblings(whole, part, order, 'worksheet'),
              xml,
            );
          },
        },
        // A link is a relationship of its sheet, because a formula cannot contain a long link.
        'xl/worksheets/_rels/sheet{id}.xml.rels': {
          insert: (_options, { sheetIndex }) =>
            linksOf(sheets[sheetIndex])
              .map(
                ({ id, href }) =>
                  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="${markup(href)}" TargetMode="External"/>`,
              )
              .join(''),
        },
      },
    },
  };
}

function nameOf(name: string, sheet: number, cells: string): string {
  return `<definedName name="_xlnm.${name}" localSheetId="${sheet}" hidden="${name === '_FilterDatabase' ? 1 : 0}">${cells}</definedName>`;
}

function linksOf(sheet: Sheet | undefined): { cell: string; id: string; href: string }[] {
  return (sheet?.rows ?? []).flatMap((row, at) =>
    row.flatMap(({ href }, column) =>
      href === undefined ? [] : [{ cell: getCellAddress(at, column), href, id: `rIdLink${at}x${column}` }],
    ),
  );
}
