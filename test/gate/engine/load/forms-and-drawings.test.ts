import { describe, expect, it } from 'vitest';
import { testFolder } from './support/load-file.ts';
import { makeOdf } from './support/make-odf.ts';
import { makeDeck, makeWorkbook, relation, relations } from './support/make-office.ts';
import { makeDocx, paragraph } from './support/make-zip.ts';

const { load } = testFolder();

describe('a control that is bound to data', () => {
  const control = (properties: string, words = 'ten days') =>
    `<w:p><w:r><w:t xml:space="preserve">Pay within </w:t></w:r><w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent><w:r><w:t>${words}</w:t></w:r></w:sdtContent></w:sdt><w:r><w:t>.</w:t></w:r></w:p>`;
  const binding = (path: string) => `<w:dataBinding w:xpath="${path}" w:storeItemID="{AB}"/>`;
  const bound = (properties: string, words?: string) =>
    load(
      'bound.docx',
      makeDocx(control(properties, words), {
        'word/_rels/document.xml.rels': relations(relation('r1', 'customXml', '../customXml/item1.xml')),
        'customXml/_rels/item1.xml.rels': relations(relation('r1', 'customXmlProps', 'itemProps1.xml')),
        'customXml/itemProps1.xml': '<ds:datastoreItem ds:itemID="{ab}"/>',
        'customXml/item1.xml':
          '<o:order xmlns:o="x"><o:term>five days</o:term><o:term unit="weeks">9<!-- --> days</o:term><o:box>true</o:box></o:order>',
      }),
    );

  it.each([
    ['an element', binding('/o:order[1]/o:term[1]'), 'five days'],
    ['one of several elements', `${binding('/o:order[1]/o:term[2]')}<w:text/>`, '9 days'],
    ['an attribute', binding('/o:order/o:term[2]/@unit'), 'weeks'],
    [
      'a choice of a list',
      `${binding('/order/term')}<w:dropDownList><w:listItem w:displayText="5 d" w:value="five days"/></w:dropDownList>`,
      '5 d',
    ],
    ['a check box', `${binding('/order/box')}<w14:checkbox/>`, '☒'],
  ])('shows %s of the data, and the difference is reported', async (_, properties, shown) => {
    const content = await bound(properties);
    expect(content.text.trim()).toBe(`Pay within ${shown}.`);
    expect(content.warnings).toMatchObject([{ code: 'bound_controls' }]);
  });

  it.each([
    ['the data has the same words', binding('/order/term'), 'five days'],
    ['the data has no such place', binding('/order/price'), 'ten days'],
    ['the path has another form', binding('//term'), 'ten days'],
  ])('shows its own words, without a report, if %s', async (_, properties, words) => {
    const content = await bound(properties, words);
    expect(content.text.trim()).toBe(`Pay within ${words}.`);
    expect(content.warnings).toEqual([]);
  });
});

describe('the fields of an older form', () => {
  const word = (data: string) =>
    makeDocx(
      `<w:p><w:r><w:fldChar><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:t> Yes</w:t></w:r></w:p>`,
    );
  const open = (type: string, ...parameters: [string, string][]) =>
    makeOdf(
      'text',
      `<text:p><field:fieldmark xmlns:field="f" field:type="x.${type}">${parameters
        .map(([name, value]) => `<field:param field:name="${name}" field:value="${value}"/>`)
        .join('')}</field:fieldmark> Yes</text:p>`,
    );
  const rich = (data: string) =>
    `{\\rtf1 {\\field{\\*\\fldinst X {\\*\\formfield{${data}}}}{\\fldrslt }} Yes\\par}`;

  it.each<[string, string, string | Uint8Array, string]>([
    ['a ticked box', 'a.docx', word('<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>'), '☒'],
    ['a box ticked from the start', 'b.docx', word('<w:checkBox><w:default w:val="1"/></w:checkBox>'), '☒'],
    [
      'an open box',
      'c.docx',
      word('<w:checkBox><w:default w:val="1"/><w:checked w:val="0"/></w:checkBox>'),
      '☐',
    ],
    [
      'a list',
      'd.docx',
      word('<w:ddList><w:result w:val="1"/><w:listEntry w:val="A"/><w:listEntry w:val="B"/></w:ddList>'),
      'B',
    ],
    ['a ticked box', 'a.odt', open('FORMCHECKBOX', ['Checkbox_Checked', 'true']), '☒'],
    ['an open box', 'b.odt', open('FORMCHECKBOX'), '☐'],
    [
      'a list',
      'c.odt',
      open(
        'FORMDROPDOWN',
        ['Dropdown_ListEntry', 'A'],
        ['Dropdown_ListEntry', 'B'],
        ['Dropdown_Selected', '1'],
      ),
      'B',
    ],
    ['a ticked box', 'a.rtf', rich('\\fftype1\\ffres1{\\*\\ffname a}\\ffdefres0'), '☒'],
    ['an open box', 'b.rtf', rich('\\fftype1\\ffres25\\ffdefres0'), '☐'],
    ['a list', 'c.rtf', rich('\\fftype2\\ffres1{\\*\\ffl A}{\\*\\ffl B}'), 'B'],
  ])('show their state: %s in %s', async (_, name, content, shown) => {
    expect((await load(name, content)).text.trim()).toBe(`${shown} Yes`);
  });
});

it('the controls of a form in an OpenDocument text show their labels, states, choices and values', async () => {
  const controls = `<office:forms><form:form>
    <form:checkbox xml:id="a" form:id="a" form:label="Net" form:current-state="checked"/>
    <form:radio xml:id="b" form:label="Gross" form:selected="true" form:current-selected="false"/>
    <form:listbox xml:id="c"><form:option form:label="A" form:selected="true"/><form:option form:label="B" form:current-selected="true"/></form:listbox>
    <form:textarea xml:id="d" form:value="10" form:current-value="60 days"/>
    <form:password xml:id="e" form:value="secret"/><form:button xml:id="f" form:label="Send"/>
  </form:form></office:forms>`;
  const shown = [...'abcdef'].map((id) => `<draw:control draw:control="${id}"/>`).join('');
  const content = await load(
    'form.odt',
    makeOdf('text', `${controls}<text:p>Terms: ${shown}</text:p><draw:control draw:control="d"/>`),
  );
  expect(content.text.trim()).toBe('Terms: ☒ Net ☐ Gross B 60 days\n\n60 days');
});

describe('the words of a diagram and of a text box', () => {
  const words = 'Deposit the code.';
  const run = `<a:p><a:r><a:t>${words}</a:t></a:r></a:p>`;
  const data = `<dgm:dataModel><dgm:ptLst><dgm:pt><dgm:prSet phldrT="[Text]"/><dgm:t>${run}</dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`;
  const diagram = relations(relation('r9', 'diagramData', 'diagrams/data1.xml'));

  it('are read in a Word document', async () => {
    const drawing = '<w:p><w:r><w:drawing><dgm:relIds r:dm="r9"/></w:drawing></w:r></w:p>';
    const docx = makeDocx(drawing + paragraph('End.'), {
      'word/_rels/document.xml.rels': diagram,
      'word/diagrams/data1.xml': data,
    });
    expect((await load('diagram.docx', docx)).text).toBe(`${words}\n\nEnd.\n\n`);
  });

  it('are read on a slide', async () => {
    const deck = makeDeck('<graphicFrame><graphic><relIds dm="r9"/></graphic></graphicFrame>', {
      parts: { 'ppt/slides/diagrams/data1.xml': data },
      related: relation('r9', 'diagramData', 'diagrams/data1.xml'),
    });
    expect((await load('diagram.pptx', deck)).text).toContain(words);
  });

  const cached = (...labels: string[]) =>
    `<c:strCache>${labels.map((label, at) => `<c:pt idx="${at}"><c:v>${label}</c:v></c:pt>`).join('')}</c:strCache>`;
  const series = `<c:ser><c:tx>${cached('Share')}</c:tx><c:cat>${cached('Early', 'Late')}</c:cat><c:val><c:numCache><c:pt><c:v>7</c:v></c:pt></c:numCache></c:val></c:ser>`;
  const chart = `<c:chartSpace><c:title><c:tx><c:rich>${run}</c:rich></c:tx></c:title>${series}${series}</c:chartSpace>`;
  const labels = [words, 'Share', 'Early', 'Late'].join('\n\n');

  it('are read with the labels of a chart', async () => {
    const docx = makeDocx(`<w:p><w:r><w:drawing><c:chart r:id="r9"/></w:drawing></w:r></w:p>`, {
      'word/_rels/document.xml.rels': relations(relation('r9', 'chart', 'charts/chart1.xml')),
      'word/charts/chart1.xml': chart,
    });
    expect((await load('chart.docx', docx)).text.trim()).toBe(labels);
    const deck = makeDeck('<graphicFrame><graphic><chart id="r9"/></graphic></graphicFrame>', {
      parts: { 'ppt/slides/charts/chart1.xml': chart },
      related: relation('r9', 'chart', 'charts/chart1.xml'),
    });
    expect((await load('chart.pptx', deck)).text).toContain(labels);
  });

  it('are named as not read in documents of other programs on a slide or over a sheet', async () => {
    const unread = async (name: string, content: Uint8Array) => (await load(name, content)).unread;
    const embedded = [{ where: '1 embedded documents', reason: expect.any(String) }];
    const object = '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>';
    const deck = makeDeck(`<sp><txBody>${run.replaceAll('a:', '')}</txBody></sp>`, {
      related: relation('r9', 'package', '../embeddings/a.xlsx'),
    });
    expect(await unread('sheet.pptx', deck)).toEqual(embedded);
    const slide = makeOdf(
      'presentation',
      `<draw:page>${object}<draw:frame><draw:text-box><text:p>${words}</text:p></draw:text-box></draw:frame></draw:page>`,
    );
    expect(await unread('object.odp', slide)).toEqual(embedded);
    const sheet = `<table:table table:name="T"><table:shapes>${object}</table:shapes><table:table-row><table:table-cell><text:p>${words}</text:p></table:table-cell></table:table-row></table:table>`;
    expect(await unread('object.ods', makeOdf('spreadsheet', sheet))).toEqual(embedded);
  });

  it('are read over a sheet and cited by their cell', async () => {
    const box = `<xdr:twoCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:row>4</xdr:row></xdr:from><xdr:sp><xdr:txBody>${run}</xdr:txBody></xdr:sp></xdr:twoCellAnchor>`;
    const sheet = makeWorkbook('', {
      parts: {
        'xl/worksheets/_rels/a.xml.rels': relations(relation('r1', 'drawing', '../drawings/b.xml')),
        'xl/drawings/b.xml': `<xdr:wsDr>${box}</xdr:wsDr>`,
      },
    });
    const content = await load('box.xlsx', sheet);
    expect(content.text).toContain(words);
    expect(content.ranges.at(-1)?.locator).toEqual({ kind: 'cell', sheet: 'Terms', range: 'B5' });
    const open = `<table:table table:name="T"><table:shapes><draw:frame><draw:text-box><text:p>${words}</text:p></draw:text-box></draw:frame></table:shapes></table:table>`;
    expect((await load('box.ods', makeOdf('spreadsheet', open))).text).toContain(words);
  });
});

it.each([
  ['0" days"', 30, '30 days'],
  ['0" days"', -30, '-30 days'],
  ['0.0\\ "%"', 5, '5 %'],
  ['[$EUR-407] #,##0.00', 1250, 'EUR 1250'],
  ['0" credit";0" debit"', -7, '7 debit'],
  ['$#,##0_);($#,##0)', -7, '-$7'],
  ['[>=1000]0,"k";0" EUR"', 250, '250 EUR'],
  ['"Yes";;"No"', 0, 'No'],
  ['0"k"', 250, '250k'],
  ['0,"k"', 250_000, '250000'],
  ['# ?/?" in"', 2.5, '2.5'],
])('a number in a sheet with the format %s: %d is read as %s', async (code, value, shown) => {
  const styles = `<numFmts><numFmt numFmtId="170" formatCode="${code.replaceAll('"', '&quot;').replaceAll('>', '&gt;')}"/></numFmts><cellXfs><xf/><xf numFmtId="170"/></cellXfs>`;
  const sheet = makeWorkbook(`<row r="1"><c r="A1" s="1"><v>${value}</v></c></row>`, { styles });
  expect((await load('worded.xlsx', sheet)).text.trim().split('\n').at(-1)).toBe(shown);
});

it('elapsed time in a sheet is a number of hours, not a date', async () => {
  const styles = `<numFmts><numFmt numFmtId="170" formatCode="[h]:mm"/></numFmts><cellXfs><xf numFmtId="170"/><xf numFmtId="46"/></cellXfs>`;
  const cells =
    '<c r="A1" s="0"><v>1.5</v></c><c r="B1" s="0"><v>-1.0625</v></c><c r="C1" s="1"><v>2</v></c>';
  const content = await load('hours.xlsx', makeWorkbook(`<row r="1">${cells}</row>`, { styles }));
  expect(content.text).toContain('36 hours | -25:30 | 48 hours');
});

it('a paragraph that was moved away is not counted in its list', async () => {
  const list = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
  const moved = `<w:p><w:pPr>${list}<w:rPr><w:moveFrom w:id="1"/></w:rPr></w:pPr><w:moveFrom w:id="2"><w:r><w:t>Gone.</w:t></w:r></w:moveFrom></w:p>`;
  const numbering =
    '<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>';
  const docx = makeDocx(paragraph('One.', list) + moved + paragraph('Two.', list), {
    'word/numbering.xml': numbering,
  });
  expect((await load('moved.docx', docx)).text).toBe('1. One.\n\n2. Two.\n\n');
});
