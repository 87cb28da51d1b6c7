import { describe, expect, it } from 'vitest';
import type { SourceText } from '../../../../engine/model/source.ts';
import { loadPath, testFolder } from './support/load-file.ts';
import { makeDocx, paragraph } from './support/make-zip.ts';

const folder = testFolder();

const level = (index: number, text: string, format = 'decimal') =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
const numbering = `<w:root>
  <w:abstractNum w:abstractNumId="7">${level(0, '%1.')}${level(1, '%1.%2')}${level(2, '(%3)', 'lowerLetter')}</w:abstractNum>
  <w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num>
</w:root>`;
const list = (at: number) => `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="3"/></w:numPr>`;
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const row = (...cells: string[]) =>
  `<w:tr>${cells.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join('')}</w:tr>`;

function locatorOf(content: SourceText, words: string) {
  const at = content.text.indexOf(words);
  return content.ranges.find(({ start, end }) => start <= at && at < end)?.locator;
}

describe('a Word document', () => {
  const startAt = (at: number, number: number) =>
    `<w:lvlOverride w:ilvl="${at}"><w:startOverride w:val="${number}"/></w:lvlOverride>`;
  it.each([
    ['on if they set no number', '', ['1. a', '2. b', '2.1 c', '3. d', '3.1 e', '3.2 f']],
    ['at a number that they set', startAt(0, 5), ['1. a', '2. b', '2.1 c', '5. d', '5.1 e', '5.2 f']],
    ['at their first number again', startAt(0, 1), ['1. a', '2. b', '2.1 c', '1. d', '1.1 e', '1.2 f']],
    [
      'at a number that an inner level sets',
      startAt(1, 4),
      ['1. a', '2. b', '2.1 c', '1. d', '1.4 e', '1.5 f'],
    ],
    [
      'at the numbers that both levels set',
      startAt(0, 7) + startAt(1, 3),
      ['1. a', '2. b', '2.1 c', '7. d', '7.3 e', '7.4 f'],
    ],
  ])('has lists of one numbering that count %s', async (_, overrides, expected) => {
    const second = `<w:num w:numId="4"><w:abstractNumId w:val="7"/>${overrides}</w:num>`;
    const item = (text: string, at: number, numId: number) =>
      paragraph(text, list(at).replace('w:val="3"', `w:val="${numId}"`));
    const body = [item('a', 0, 3), item('b', 0, 3), item('c', 1, 3)];
    const more = [item('d', 0, 4), item('e', 1, 4), item('f', 1, 4)];
    const docx = makeDocx([...body, ...more].join(''), {
      'word/numbering.xml': numbering.replace('</w:root>', `${second}</w:root>`),
    });
    const { text } = await loadPath(folder.write('counted.docx', docx));
    expect(text.trim().split(/\n+/)).toEqual(expected);
  });

  it('shows each number of a label in the form of its own level', async () => {
    const inner = numbering.replace('(%3)', '%1.%2.%3');
    const body = [paragraph('a', list(0)), paragraph('b', list(1)), paragraph('c', list(2))];
    const docx = makeDocx(body.join(''), { 'word/numbering.xml': inner });
    const { text } = await loadPath(folder.write('levels.docx', docx));
    expect(text.trim().split(/\n+/)).toEqual(['1. a', '1.1 b', '1.1.a c']);
  });

  it('joins two paragraphs if the mark between them is deleted, and only these', async () => {
    const unmarked = `<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>${run('Fees are ')}</w:p>`;
    const docx = makeDocx(`${unmarked}${paragraph('due at once.')}${paragraph('Notices are in writing.')}`);
    const { text } = await loadPath(folder.write('joined.docx', docx));
    expect(text.trim().split(/\n+/)).toEqual(['Fees are due at once.', 'Notices are in writing.']);
  });

  it('does not contain a table row whose deletion is tracked', async () => {
    const deletedRow = row('Low', '8 hours').replace('<w:tr>', '<w:tr><w:trPr><w:del/></w:trPr>');
    const docx = makeDocx(`<w:tbl>${row('High', '1 hour')}${deletedRow}</w:tbl>`);
    const { text } = await loadPath(folder.write('deleted-row.docx', docx));
    expect(text.trim()).toBe('High | 1 hour');
  });

  const rendered = '<w:r><w:lastRenderedPageBreak/></w:r>';
  const made = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
  const twoBreaks = `${paragraph('On page one.')}<w:p><w:r><w:t>Runs over</w:t></w:r>${rendered}<w:r><w:t> to page two.</w:t></w:r></w:p>${made}<w:p>${rendered}<w:r><w:t>On page three.</w:t></w:r></w:p>`;
  const properties = (application: string, pages: number) => ({
    'docProps/app.xml': `<Properties><Application>${application}</Application><Pages>${pages}</Pages></Properties>`,
  });

  it('is cited by page if Word saved the page breaks and the page count agrees with them', async () => {
    const path = folder.write('paged.docx', makeDocx(twoBreaks, properties('Microsoft Office Word', 3)));
    const content = await loadPath(path);
    expect(content.pages).toBe(3);
    expect(content.countedAs).toBe('pages');
    expect(locatorOf(content, 'Runs over')).toEqual({ kind: 'page', page: 1 });
    expect(locatorOf(content, 'to page two')).toEqual({ kind: 'page', page: 2 });
    expect(locatorOf(content, 'On page three')).toEqual({ kind: 'page', page: 3 });
  });

  it.each([
    ['the number of page breaks differs from the saved page count', properties('Microsoft Office Word', 4)],
    ['another program saved the file', properties('LibreOffice/7.4', 3)],
    ['the file does not name the program that saved it', {}],
  ])('is cited by paragraph if %s', async (_, parts) => {
    const content = await loadPath(folder.write('unpaged.docx', makeDocx(twoBreaks, parts)));
    expect(content.countedAs).toBe('sections');
    expect(content.ranges.map(({ locator }) => locator.kind)).toEqual(['section', 'section', 'section']);
  });

  it('has its hidden text separated and reported, and only one version of a text box read', async () => {
    const hidden =
      '<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>secret aside</w:t></w:r><w:r><w:t>Shown.</w:t></w:r></w:p>';
    const box = `<w:txbxContent>${paragraph('In a box.')}</w:txbxContent>`;
    const twin = `<w:p><w:r><mc:AlternateContent><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    const content = await loadPath(folder.write('hidden.docx', makeDocx(hidden + twin)));
    expect(content.text.trim().split(/\n+/)).toEqual(['Shown.', 'In a box.', 'secret aside']);
    expect(content.warnings.map(({ code }) => code)).toEqual(['hidden_text']);
  });
});

describe('text outside the body of a Word document', () => {
  const section = (...references: string[]) => `<w:sectPr>${references.join('')}</w:sectPr>`;
  const head = (id: string, type = 'default') => `<w:headerReference w:type="${type}" r:id="${id}"/>`;
  const inSection = (text: string, properties: string) =>
    `<w:p><w:pPr>${properties}</w:pPr>${run(text)}</w:p>`;
  const relationships = ['h1', 'h2', 'h3'].map(
    (id) =>
      `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/header" Target="${id}.xml"/>`,
  );
  const parts = {
    'word/_rels/document.xml.rels': `<Relationships>${relationships.join('')}</Relationships>`,
    'word/h1.xml': `<w:hdr>${paragraph('Contract 4711')}${paragraph('12')}</w:hdr>`,
    'word/h2.xml': `<w:hdr>${paragraph('Only on first pages')}</w:hdr>`,
    'word/h3.xml': `<w:hdr>${paragraph('Contract 4711')}${paragraph('Annex')}</w:hdr>`,
    'word/comments.xml': `<w:comments><w:comment w:id="4" w:author="Jane Doe">${paragraph('Not agreed.')}${paragraph('Ask them.')}</w:comment></w:comments>`,
  };
  const load = (body: string) => loadPath(folder.write('beside.docx', makeDocx(body, parts)));

  it('is read once if two headers of displayed pages have the same words', async () => {
    const hidden = inSection('One.', section(head('h1'), head('h2', 'first')));
    const content = await load(`${hidden}${paragraph('Two.')}${section(head('h3'))}`);
    expect(content.text.split('\n').filter((line) => line !== '')).toEqual([
      'Contract 4711',
      'Annex',
      'One.',
      'Two.',
    ]);
    expect(locatorOf(content, 'Annex')).toEqual({
      kind: 'section',
      heading: 'Headers and footers',
      paragraph: 2,
    });
    expect(locatorOf(content, 'One.')).toEqual({ kind: 'section', paragraph: 1 });
  });

  it('is read if a later section has its own first page and inherits the header of first pages', async () => {
    const first = inSection('One.', section(head('h1'), head('h2', 'first')));
    const content = await load(`${first}${paragraph('Two.')}${section('<w:titlePg/>')}`);
    expect(content.text).toContain('Only on first pages');
  });

  it('is not read if it is a header of first pages and only an earlier section has a separate first page', async () => {
    const first = inSection('One.', section(head('h1'), '<w:titlePg/>'));
    const content = await load(`${first}${paragraph('Two.')}${section(head('h2', 'first'))}`);
    expect(content.text).not.toContain('Only on first pages');
  });

  it('is marked as a comment if it is a comment on a paragraph', async () => {
    const commented = `<w:p>${run('The term is two years.')}<w:r><w:commentReference w:id="4"/></w:r></w:p>`;
    const content = await load(`${commented}${paragraph('The end.')}`);
    expect(content.text).toContain('Comment by Jane Doe: Not agreed. Ask them.');
    expect(locatorOf(content, 'Not agreed')).toEqual({ kind: 'section', paragraph: 1, comment: true });
    expect(locatorOf(content, 'The end')).toEqual({ kind: 'section', paragraph: 2 });
    expect(content.warnings).toEqual([expect.objectContaining({ code: 'comments' })]);
  });
});
