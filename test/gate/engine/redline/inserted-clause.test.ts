import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Mark } from '../../../../engine/redline/redline-word.ts';
import { citation } from '../../../support/findings.ts';
import { commentsOf, contentOf, partOf } from '../../../support/tracked-changes.ts';
import { loadPath } from '../load/support/load-file.ts';
import { paragraph } from '../load/support/make-zip.ts';
import { mark, quote, redlined, run, to30, transitional, wordFolder } from './support/made-word.ts';

const { folder, made } = wordFolder();

const clause = 'The Supplier shall insure itself.';

describe('an inserted clause', () => {
  const insertion = (inserted = clause, after = quote): Mark => ({
    ...{ citation: citation(after), edits: [], inserted, comment: 'Insurance' },
  });
  const look = '<w:pStyle w:val="Body"/><w:jc w:val="both"/>';
  const list = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
  const styled = (text: string, own = look, font = '<w:i/>') =>
    `<w:p><w:pPr>${own}</w:pPr>${run(text, font)}</w:p>`;
  const end = paragraph('This is the end.');
  const table = `<w:tbl><w:tr><w:tc>${paragraph('Term')}</w:tc></w:tr></w:tbl>`;

  it.each([
    ['between paragraphs', styled(quote) + end],
    ['before a table', styled(quote) + table + end],
    ['at the end of the document', end + styled(quote)],
    ['at the end, after a paragraph without properties', paragraph(quote)],
    ['at the end of a control', `<w:sdt><w:sdtContent>${styled(quote)}</w:sdtContent></w:sdt>${end}`],
    ['in a list', styled(quote, list) + end],
    ['after its own change', styled(quote) + end, mark(quote, to30)],
  ])('%s is there if accepted, and without a trace if rejected', async (_, body, ...others: Mark[]) => {
    const path = made(body);
    const before = readFileSync(path);
    // XML allows no vertical tab, which text copied from Word has.
    const { bytes, refused } = await redlined(path, ...others, insertion(), insertion('One.\nTwo\v.'));
    expect(refused.every((one) => one === null)).toBe(true);
    expect(contentOf(bytes, 'reject')).toEqual(contentOf(before, 'reject'));
    const { text } = await loadPath(path);
    const accepted = await loadPath(folder.write('inserted.docx', bytes));
    const now = others.length > 0 ? quote.replace('45', '30') : quote;
    const lines = accepted.text.split('\n').filter((line) => line !== '' && !line.includes('Insurance'));
    const expected = text.replace(quote, `${now}\n${clause}\nOne.\nTwo .`).split('\n');
    expect(lines).toEqual(expected.filter((line) => line !== ''));
    expect(commentsOf(bytes)).toHaveLength(2);
    const ids = [...partOf(bytes).matchAll(/<w:(?:ins|del) w:id="(\d+)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(new Set(ids).size);
  });

  it('looks like its neighbour, without a number, and not like a heading or struck out words', async () => {
    const style = (id: string, name: string, own = '') =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr>${own}</w:pPr></w:style>`;
    const numbered = '<w:numPr><w:numId w:val="3"/></w:numPr>';
    const rels = `<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`;
    const parts = {
      'word/_rels/document.xml.rels': rels,
      'word/styles.xml': `<w:styles xmlns:w="${transitional}">${style('H', 'heading 2')}${style('Clause', 'Clause', numbered)}</w:styles>`,
    };
    const body =
      styled('Earlier.') +
      styled(quote, '<w:pStyle w:val="H"/>', '<w:b/>') +
      styled(
        'Reply in 9 days.',
        '<w:pStyle w:val="Clause"/><w:ind w:left="720" w:hanging="720"/>',
        '<w:i/><w:strike/><w:vanish/>',
      ) +
      end;
    const { bytes } = await redlined(
      made(body, { parts }),
      insertion(),
      insertion('Two.', 'Reply in 9 days.'),
    );
    const added = (text: string) =>
      new RegExp(
        `<w:p><w:pPr>((?:(?!<w:p>).)*?)<w:rPr><w:ins [^>]*/></w:rPr></w:pPr>(?:(?!</w:p>).)*?<w:rPr>([^ ]*?)</w:rPr><w:t [^>]*>${text}`,
      )
        .exec(partOf(bytes))
        ?.slice(1);
    expect(added(clause)).toEqual([look, '<w:i/>']);
    expect(added('Two.')).toEqual([
      '<w:pStyle w:val="Clause"/><w:numPr><w:numId w:val="0"/></w:numPr><w:ind w:left="720"/>',
      '<w:i/>',
    ]);
  });

  const box = `<w:p>${run('Box: ')}<w:r><w:pict><w:txbxContent>${paragraph(quote)}</w:txbxContent></w:pict></w:r></w:p>`;
  it.each([
    [
      'in a table',
      `<w:tbl><w:tr><w:tc>${paragraph(quote)}</w:tc></w:tr></w:tbl>`,
      'this place is in a table',
    ],
    ['in a text box', box, 'these words are in a text box'],
    [
      'at the end of a section',
      styled(quote, '<w:sectPr/>') + end,
      'a section of the Word document ends there',
    ],
    [
      'where the end of the paragraph is deleted',
      styled(quote, '<w:rPr><w:del w:id="1" w:author="Ann"/></w:rPr>') + end,
      'a tracked change ends there',
    ],
    [
      'after a heading at the end',
      end + styled(quote, '<w:outlineLvl w:val="0"/>'),
      'Word cannot track a new paragraph at this end',
    ],
    [
      'after a numbered paragraph at the end',
      end + styled(quote, list),
      'Word cannot track a new paragraph at this end',
    ],
  ])('is refused %s', async (_, body, reason) => {
    const path = made(body);
    const { bytes, refused } = await redlined(path, insertion());
    expect(refused).toEqual([reason]);
    expect(contentOf(bytes, 'accept')).toEqual(contentOf(readFileSync(path), 'accept'));
  });

  it('and a number are found below the number that Word gives to a paragraph', async () => {
    const { refused } = await redlined(
      made(paragraph(quote) + end),
      insertion(clause, `5.1 ${quote}`),
      mark(`5.1 ${quote}`, to30),
    );
    expect(refused).toEqual([null, null]);
  });
});
