import { describe, expect, it } from 'vitest';
import { hiddenFrom, type SourceText } from '../../../../engine/model/source.ts';
import { testFolder } from './support/load-file.ts';
import { makeOdf } from './support/make-odf.ts';
import { makeDeck, makeWorkbook } from './support/make-office.ts';

const { load } = testFolder();

const secret = 'Nobody owes anything';

function split(content: SourceText): { seen: string; hidden: string } {
  const from = hiddenFrom(content);
  return { seen: content.text.slice(0, from), hidden: content.text.slice(from) };
}

const codes = (content: SourceText) => content.warnings.map(({ code }) => code);

const styles = `<numFmts><numFmt numFmtId="170" formatCode=";;;"/><numFmt numFmtId="171" formatCode="0;-0;;@"/><numFmt numFmtId="172" formatCode="[Red]0;[Blue]-0;0;[Red]@"/></numFmts>
<fonts><font><sz val="11"/></font><font><sz val="11"/><color rgb="FFFFFFFF"/></font><font><sz val="11"/><color rgb="FF1F3864"/></font><font><sz val="0.5"/></font></fonts>
<fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF1F3864"/></patternFill></fill><fill><patternFill patternType="darkGrid"><fgColor rgb="FF000000"/></patternFill></fill></fills>
<cellXfs>${[
  ['0', '0', '0'],
  ['0', '1', '0'],
  ['0', '1', '1'],
  ['0', '2', '1'],
  ['170', '0', '0'],
  ['171', '0', '0'],
  ['172', '1', '0'],
  ['0', '1', '2'],
  ['0', '3', '0'],
]
  .map(([format, font, fill]) => `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}"/>`)
  .join('')}</cellXfs>`;
const [white, whiteOnDark, darkOnDark, blank, noZero, coloured, hatched, tiny] = [1, 2, 3, 4, 5, 6, 7, 8];
const cell = (at: string, text: string, style = 0) =>
  `<c r="${at}" t="inlineStr" s="${style}"><is><t>${text}</t></is></c>`;
const row = (number: number, cells: string, extra = '') => `<row r="${number}" ${extra}>${cells}</row>`;
const plain = row(1, cell('A1', 'The buyer pays'));

describe('text that a spreadsheet hides', () => {
  it.each([
    ['a hidden row', row(2, cell('A2', secret), 'hidden="1"'), '', 'hidden_rows', 'row 2'],
    ['a row without height', row(2, cell('A2', secret), 'ht="0"'), '', 'hidden_rows', 'row 2'],
    [
      'a hidden column',
      row(2, cell('C2', secret)),
      '<cols><col min="3" max="4" hidden="1"/></cols>',
      'hidden_columns',
      'C2',
    ],
    [
      'a column without width',
      row(2, cell('C2', secret)),
      '<cols><col min="3" max="3" width="0"/></cols>',
      'hidden_columns',
      'C2',
    ],
    ['white letters on white', row(2, cell('A2', secret, white)), '', 'hidden_text', 'A2'],
    ['letters in the colour of the fill', row(2, cell('A2', secret, darkOnDark)), '', 'hidden_text', 'A2'],
    ['a format that shows nothing', row(2, cell('A2', secret, blank)), '', 'hidden_text', 'A2'],
    ['letters half a point high', row(2, cell('A2', secret, tiny)), '', 'hidden_text', 'A2'],
  ])(
    'is read separately, with a warning that names its place, because of %s',
    async (_, rows, before, code, place) => {
      const content = await load('hidden.xlsx', makeWorkbook(plain + rows, { before, styles }));
      expect(split(content)).toEqual({ seen: 'Terms\n\nThe buyer pays\n\n', hidden: `${secret}\n\n` });
      expect(content.warnings).toEqual([{ code, message: expect.stringContaining(place) }]);
    },
  );

  it('is left out of its row, which is read again as hidden text with all its cells', async () => {
    const rows = row(1, cell('A1', 'Fee') + cell('B1', 'waived', white) + cell('C1', '100'));
    const content = await load('cell.xlsx', makeWorkbook(rows, { styles }));
    expect(split(content)).toEqual({ seen: 'Terms\n\nFee | 100\n\n', hidden: 'Fee | waived | 100\n\n' });
  });

  it('includes all text of a hidden sheet, and the warning names the sheet', async () => {
    const content = await load('sheet.xlsx', makeWorkbook(plain, { state: 'veryHidden' }));
    expect(split(content).seen).toBe('');
    expect(content.warnings).toEqual([{ code: 'hidden_sheets', message: expect.stringContaining('Terms') }]);
  });
});

describe('text that a spreadsheet shows', () => {
  const table = { after: '<conditionalFormatting sqref="A2:B9"><cfRule/></conditionalFormatting>' };
  it.each([
    ['white on a dark cell', row(2, cell('A2', secret, whiteOnDark)), {}],
    ['white on a hatched cell', row(2, cell('A2', secret, hatched)), {}],
    ['white in a cell that a conditional format can fill', row(2, cell('A2', secret, white)), table],
    ['white in a sheet with a picture', row(2, cell('A2', secret, white)), { after: '<picture/>' }],
    ['in a number format that sets a colour', row(2, cell('A2', secret, coloured)), {}],
    [
      'in a white cell with letters of other colours',
      row(2, `<c r="A2" t="s" s="${white}"><v>0</v></c>`),
      { strings: `<si><r><rPr><color rgb="FFFF0000"/></rPr><t>${secret}</t></r></si>` },
    ],
    [
      'in a sheet that hides only empty rows by default',
      row(2, cell('A2', secret)),
      { before: '<sheetFormatPr zeroHeight="1"/>' },
    ],
    [
      'beside a zero that its number format does not show',
      row(2, `<c r="A2" s="${noZero}"><v>0</v></c>${cell('B2', secret)}`),
      {},
    ],
  ])('is not treated as hidden if it is %s', async (_, rows, given) => {
    const content = await load('shown.xlsx', makeWorkbook(plain + rows, { styles, ...given }));
    expect(split(content).hidden).toBe('');
    expect(content.text).toContain(secret);
    expect(codes(content)).toEqual([]);
  });
});

describe('text of an OpenDocument spreadsheet', () => {
  const look = `<style:style style:name="white" style:family="table-cell"><style:text-properties fo:color="#ffffff"/></style:style><style:style style:name="dark" style:family="table-cell"><style:table-cell-properties fo:background-color="#1f3864"/><style:text-properties fo:color="#ffffff"/></style:style><style:style style:name="map" style:family="table-cell"><style:text-properties fo:color="#ffffff"/><style:map style:condition="value()&gt;1"/></style:style>`;
  const ods = (inside: string) =>
    makeOdf('spreadsheet', `<table:table table:name="Terms">${inside}</table:table>`, look);
  const cellOf = (style: string, inside = secret) =>
    `<table:table-cell table:style-name="${style}"><text:p>${inside}</text:p></table:table-cell>`;
  const rowOf = (inside: string, extra = '') => `<table:table-row ${extra}>${inside}</table:table-row>`;

  it.each([
    ['a hidden row', rowOf(cellOf(''), 'table:visibility="collapse"'), 'hidden_rows'],
    ['a filtered row', rowOf(cellOf(''), 'table:visibility="filter"'), 'hidden_rows'],
    [
      'a hidden column',
      `<table:table-column table:visibility="collapse"/>${rowOf(cellOf(''))}`,
      'hidden_columns',
    ],
    ['white letters on white', rowOf(cellOf('white')), 'hidden_text'],
  ])('is read separately and reported because of %s', async (_, inside, code) => {
    const content = await load('hidden.ods', ods(inside));
    expect(split(content)).toEqual({ seen: 'Terms\n\n', hidden: `${secret}\n\n` });
    expect(codes(content)).toEqual([code]);
  });

  it.each([
    ['white on a dark cell', cellOf('dark')],
    ['white in a cell with a conditional format', cellOf('map')],
    ['in a white cell with letters of another style', cellOf('white', `<text:span>${secret}</text:span>`)],
  ])('is not treated as hidden if it is %s', async (_, inside) => {
    const content = await load('shown.ods', ods(rowOf(inside)));
    expect(split(content).hidden).toBe('');
    expect(codes(content)).toEqual([]);
  });
});

const solid = (colour: string) => `<solidFill><srgbClr val="${colour}"/></solidFill>`;
type Shape = {
  at?: [number, number, number, number];
  fill?: string;
  geometry?: string;
  extra?: string;
  run?: string;
  text?: string;
  placeholder?: string;
};
const shape = ({
  at = [1, 1, 4, 1],
  fill = '<noFill/>',
  geometry = 'rect',
  extra = '',
  run = '',
  text = '',
  placeholder = '',
}: Shape) => {
  const [x, y, width, height] = at.map((value) => value * 1_000_000);
  const words = text === '' ? '' : `<txBody><p><r><rPr>${run}</rPr><t>${text}</t></r></p></txBody>`;
  return `<sp><nvSpPr><cNvPr ${extra}/><nvPr>${placeholder}</nvPr></nvSpPr><spPr><xfrm><off x="${x}" y="${y}"/><ext cx="${width}" cy="${height}"/></xfrm><prstGeom prst="${geometry}"/>${fill}</spPr>${words}</sp>`;
};
const visible = shape({ at: [1, 3, 4, 1], text: 'The buyer pays' });
const words = (given: Shape) => visible + shape({ text: secret, ...given });

describe('text that a slide hides', () => {
  it.each([
    ['white on paper', words({ run: solid('FFFFFF') })],
    ['in the colour of its shape', words({ fill: solid('1F3864'), run: solid('1F3864') })],
    [
      'white on a white shape below',
      visible +
        shape({ at: [0, 0, 9, 2.9], fill: solid('FFFFFF') }) +
        shape({ text: secret, run: solid('FFFFFF') }),
    ],
    [
      'without any opacity',
      words({ run: '<solidFill><srgbClr val="000000"><alpha val="0"/></srgbClr></solidFill>' }),
    ],
    ['beside the slide', words({ at: [-6, 1, 4, 1] })],
    ['under the slide', words({ at: [1, 5.5, 4, 1] })],
    ['in a hidden shape', words({ extra: 'hidden="1"' })],
    ['covered by a shape', words({}) + shape({ at: [0, 0, 6, 2.5], fill: solid('FFFFFF') })],
  ])('is read separately and marked as hidden if it is %s', async (_, tree) => {
    const content = await load('hidden.pptx', makeDeck(tree));
    expect(split(content)).toEqual({ seen: 'The buyer pays\n\n', hidden: `${secret}\n\n` });
    expect(content.warnings).toEqual([{ code: 'hidden_text', message: expect.stringContaining('slide 1') }]);
  });

  it('includes the speaker notes, and the whole text of a slide that is not shown', async () => {
    const notes = await load(
      'notes.pptx',
      makeDeck(visible, { notes: shape({ text: secret, placeholder: '<ph type="body"/>' }) }),
    );
    expect(split(notes)).toEqual({ seen: 'The buyer pays\n\n', hidden: `${secret}\n\n` });
    expect(codes(notes)).toEqual(['speaker_notes']);
    const skipped = await load('skipped.pptx', makeDeck(visible, { slide: 'show="0"' }));
    expect(split(skipped).seen).toBe('');
    expect(codes(skipped)).toEqual(['hidden_slides']);
    const style =
      '<style:style style:name="off" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>';
    const page = `<draw:page draw:style-name="off"><draw:frame><draw:text-box><text:p>${secret}</text:p></draw:text-box></draw:frame></draw:page>`;
    const odp = await load('skipped.odp', makeOdf('presentation', page, style));
    expect(split(odp)).toEqual({ seen: '', hidden: `${secret}\n\n` });
    expect(codes(odp)).toEqual(['hidden_slides']);
  });
});

describe('text that a slide shows', () => {
  const dark = '<bg><bgPr><solidFill><srgbClr val="1F3864"/></solidFill></bgPr></bg>';
  const over = shape({ at: [0, 0, 6, 2.5], fill: solid('FFFFFF') });
  it.each([
    ['white on a dark background', words({ run: solid('FFFFFF') }), { background: dark }],
    ['white on a dark shape', words({ fill: solid('1F3864'), run: solid('FFFFFF') }), {}],
    [
      'white on a dark shape of the master',
      words({ run: solid('FFFFFF') }),
      { master: shape({ at: [0, 0, 10, 5], fill: solid('1F3864') }) },
    ],
    [
      'white on a picture',
      `<pic><spPr><xfrm><off x="0" y="0"/><ext cx="9000000" cy="4000000"/></xfrm></spPr></pic>${words({ run: solid('FFFFFF') })}`,
      {},
    ],
    [
      'white partly on a dark shape',
      shape({ at: [0, 0, 3, 2], fill: solid('1F3864') }) + words({ run: solid('FFFFFF') }),
      {},
    ],
    [
      'white in a placeholder that the layout can fill',
      words({ run: solid('FFFFFF'), placeholder: '<ph type="body"/>' }).replace(/<noFill\/>/g, ''),
      { master: shape({ fill: solid('1F3864'), placeholder: '<ph type="body"/>' }) },
    ],
    ['white with an outline', words({ run: `<ln>${solid('000000')}</ln>${solid('FFFFFF')}` }), {}],
    [
      'white on a highlight',
      words({ run: `${solid('FFFFFF')}<highlight><srgbClr val="000000"/></highlight>` }),
      {},
    ],
    ['white with a shadow', words({ run: `${solid('FFFFFF')}<effectLst><outerShdw/></effectLst>` }), {}],
    [
      'white by a colour map that renames colours',
      words({ run: solid('FFFFFF') }),
      { after: '<clrMapOvr><overrideClrMapping/></clrMapOvr>' },
    ],
    ['under an ellipse', words({}) + over.replace('prst="rect"', 'prst="ellipse"'), {}],
    [
      'under a transparent shape',
      words({}) +
        over.replace('<srgbClr val="FFFFFF"/>', '<srgbClr val="FFFFFF"><alpha val="40000"/></srgbClr>'),
      {},
    ],
    ['under a shape that an animation removes', words({}) + over, { after: '<timing><set/></timing>' }],
    [
      'beside the slide until an animation moves it in',
      words({ at: [-6, 1, 4, 1] }),
      { after: '<timing><animMotion/></timing>' },
    ],
    ['slightly across the edge of the slide', words({ at: [-3.9, 1, 4, 1] }), {}],
    ['in a filled shape of its own', words({ fill: solid('DDEEFF') }), {}],
    ['on a filled shape behind it', shape({ at: [0, 0, 9, 5], fill: solid('DDEEFF') }) + words({}), {}],
    [
      'between a filled shape behind it and one beside it',
      shape({ at: [0, 0, 9, 5], fill: solid('DDEEFF') }) +
        words({}) +
        shape({ at: [7, 0, 2, 5], fill: solid('FFFFFF') }),
      {},
    ],
  ])('is not treated as hidden if it is %s', async (_, tree, given) => {
    const content = await load('shown.pptx', makeDeck(tree, given));
    expect(split(content).hidden).toBe('');
    expect(content.text).toContain(secret);
    expect(codes(content)).toEqual([]);
  });
});
