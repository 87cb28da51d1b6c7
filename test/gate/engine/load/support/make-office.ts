import { makeZip } from './make-zip.ts';

export const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`;
export const relations = (...all: string[]) => `<Relationships>${all.join('')}</Relationships>`;

/** The contents of further parts of a file, by their names. */
type Parts = Record<string, string>;
type WorkbookParts = Partial<Record<'before' | 'after' | 'styles' | 'state' | 'strings', string>> & {
  parts?: Parts;
};
type DeckParts = Partial<
  Record<'slide' | 'background' | 'after' | 'master' | 'notes' | 'related', string>
> & {
  parts?: Parts;
};
const entriesOf = (parts: Parts) => Object.entries(parts).map(([name, content]) => ({ name, content }));

/**
 * A workbook of one sheet. `rows` is the content of the `sheetData` element, `after` follows that element, and `styles`
 * is the style sheet.
 */
export function makeWorkbook(
  rows: string,
  { before = '', after = '', styles = '', state = 'visible', strings = '', parts = {} }: WorkbookParts = {},
): Uint8Array {
  return makeZip([
    {
      name: 'xl/workbook.xml',
      content: `<workbook><sheets><sheet name="Terms" state="${state}" id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(relation('r1', 'worksheet', 'worksheets/a.xml')),
    },
    { name: 'xl/styles.xml', content: `<styleSheet>${styles}</styleSheet>` },
    { name: 'xl/sharedStrings.xml', content: `<sst>${strings}</sst>` },
    {
      name: 'xl/worksheets/a.xml',
      content: `<worksheet>${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
    },
    ...entriesOf(parts),
  ]);
}

/** A presentation of one slide, 10 by 5 million units in size. `tree` is the content of its shape tree. */
export function makeDeck(
  tree: string,
  {
    slide = '',
    background = '',
    after = '',
    master = '',
    notes = '',
    related = '',
    parts = {},
  }: DeckParts = {},
): Uint8Array {
  const paper = '<bg><bgPr><solidFill><srgbClr val="FFFFFF"/></solidFill></bgPr></bg>';
  return makeZip([
    {
      name: 'ppt/presentation.xml',
      content:
        '<presentation><sldIdLst><sldId id="r1"/></sldIdLst><sldSz cx="10000000" cy="5000000"/></presentation>',
    },
    { name: 'ppt/_rels/presentation.xml.rels', content: relations(relation('r1', 'slide', 'slides/1.xml')) },
    {
      name: 'ppt/slides/_rels/1.xml.rels',
      content: relations(
        relation('r1', 'slideLayout', '../layouts/1.xml'),
        related,
        ...(notes === '' ? [] : [relation('r2', 'notesSlide', '../notes/1.xml')]),
      ),
    },
    {
      name: 'ppt/layouts/_rels/1.xml.rels',
      content: relations(relation('r1', 'slideMaster', '../masters/1.xml')),
    },
    { name: 'ppt/layouts/1.xml', content: '<sldLayout><cSld><spTree/></cSld></sldLayout>' },
    {
      name: 'ppt/masters/1.xml',
      content: `<sldMaster><cSld>${paper}<spTree>${master}</spTree></cSld></sldMaster>`,
    },
    { name: 'ppt/notes/1.xml', content: `<notes><cSld><spTree>${notes}</spTree></cSld></notes>` },
    {
      name: 'ppt/slides/1.xml',
      content: `<sld ${slide}><cSld>${background}<spTree>${tree}</spTree></cSld>${after}</sld>`,
    },
    ...entriesOf(parts),
  ]);
}
