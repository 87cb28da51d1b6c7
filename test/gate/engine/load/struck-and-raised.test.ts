import { describe, expect, it } from 'vitest';
import { hiddenFrom } from '../../../../engine/model/source.ts';
import { loadPath, testFolder } from './support/load-file.ts';
import { makeOdf } from './support/make-odf.ts';
import { makeDeck, makeWorkbook } from './support/make-office.ts';
import { makeDocx } from './support/make-zip.ts';

const folder = testFolder();

/** The words of a sentence with their look. */
type Words = [text: string, look?: 'struck' | 'raised'][];
type Format = { name: string; make(words: Words): string | Uint8Array };

const spanStyles = `<style:style style:name="struck" style:family="text"><style:text-properties style:text-line-through-style="solid"/></style:style>
<style:style style:name="raised" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>`;
const spans = (words: Words) =>
  `<text:p>${words.map(([text, look = '']) => `<text:span text:style-name="${look}">${text}</text:span>`).join('')}</text:p>`;
const runs = (
  words: Words,
  ofLook: (look: 'struck' | 'raised') => string,
  run: (text: string, of: string) => string,
) => words.map(([text, look]) => run(text, look === undefined ? '' : ofLook(look))).join('');
const richText = (words: Words) =>
  runs(
    words,
    (look) => (look === 'struck' ? '<strike/>' : '<vertAlign val="superscript"/>'),
    (text, of) => `<r>${of === '' ? '' : `<rPr>${of}</rPr>`}<t xml:space="preserve">${text}</t></r>`,
  );
const wordStyles = `<w:styles><w:style w:type="character" w:styleId="Gone"><w:rPr><w:dstrike/></w:rPr></w:style></w:styles>`;
const word =
  (struck: string, raised: string): Format['make'] =>
  (words) =>
    makeDocx(
      `<w:p>${runs(
        words,
        (look) => (look === 'struck' ? struck : raised),
        (text, of) => `<w:r><w:rPr>${of}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`,
      )}</w:p>`,
      { 'word/styles.xml': wordStyles },
    );
const pageStyles = `.old { text-decoration: line-through red } .old * { text-decoration: none }
.mark { vertical-align: super } .small { position: relative; top: -0.4em; font-size: 70% }`;
const page =
  (struck: string, end: string, raised = 'sup'): Format['make'] =>
  (words) =>
    `<style>${pageStyles}</style><p>${words
      .map(([text, look]) => {
        if (look === 'struck') return struck + text + end;
        return look === 'raised' ? `<${raised}><a href="#n">${text}</a></${raised.split(' ')[0]}>` : text;
      })
      .join('')}</p>`;

const formats: Format[] = [
  { name: 'terms.docx', make: word('<w:strike/>', '<w:vertAlign w:val="superscript"/>') },
  { name: 'styled.docx', make: word('<w:rStyle w:val="Gone"/>', '<w:position w:val="8"/>') },
  { name: 'terms.odt', make: (words) => makeOdf('text', spans(words), spanStyles) },
  {
    name: 'terms.odp',
    make: (words) =>
      makeOdf(
        'presentation',
        `<draw:page><draw:frame><draw:text-box>${spans(words)}</draw:text-box></draw:frame></draw:page>`,
        spanStyles,
      ),
  },
  {
    name: 'terms.ods',
    make: (words) =>
      makeOdf(
        'spreadsheet',
        `<table:table table:name="T"><table:table-row><table:table-cell>${spans(words)}</table:table-cell></table:table-row></table:table>`,
        spanStyles,
      ),
  },
  {
    name: 'terms.rtf',
    make: (words) =>
      `{\\rtf1\\ansi ${words
        .map(([text, look]) => (look ? `{\\${look === 'struck' ? 'strike' : 'super'} ${text}}` : text))
        .join('')}\\par}`,
  },
  {
    name: 'terms.pptx',
    make: (words) =>
      makeDeck(
        `<sp><txBody><p>${runs(
          words,
          (look) => (look === 'struck' ? 'strike="sngStrike"' : 'baseline="30000"'),
          (text, of) => `<r><rPr ${of}/><t>${text}</t></r>`,
        )}</p></txBody></sp>`,
      ),
  },
  {
    name: 'terms.xlsx',
    make: (words) =>
      makeWorkbook('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', {
        strings: `<si>${richText(words)}</si>`,
      }),
  },
  {
    name: 'inline.xlsx',
    make: (words) => makeWorkbook(`<row r="1"><c r="A1" t="inlineStr"><is>${richText(words)}</is></c></row>`),
  },
  ...['terms.md', 'terms.txt'].map((name) => ({
    name,
    make: (words: Words) =>
      words.map(([text, look]) => (look === 'struck' ? `~~${text}~~` : look ? '¹' : text)).join(''),
  })),
  { name: 'terms.html', make: page('<s>', '</s>') },
  { name: 'styled.html', make: page('<span class="old"><b>', '</b></span>') },
  {
    name: 'marked.html',
    make: page('<span style="text-decoration-line: line-through">', '</span>', 'i class="mark"'),
  },
  { name: 'small.html', make: page('<del>', '</del>', 'span class="small"') },
];

async function textOf({ name, make }: Format, words: Words) {
  const content = await loadPath(folder.write(name, make(words)));
  const from = hiddenFrom(content);
  const folded = (text: string) => text.replace(/\s+/g, ' ').trim();
  return {
    content,
    seen: folded(
      content.text.slice(
        name.endsWith('xlsx') || name.endsWith('ods') ? content.text.indexOf('\n') : 0,
        from,
      ),
    ),
    hidden: folded(content.text.slice(from)),
  };
}

describe.each(formats)('the words of $name', (format) => {
  it('are apart from the text if they are struck out, and reported', async () => {
    const { content, seen, hidden } = await textOf(format, [
      ['Pay within '],
      ['thirty', 'struck'],
      [' sixty days.'],
    ]);
    expect(seen).toBe('Pay within sixty days.');
    expect(hidden).toContain('thirty');
    expect(content.ranges.every(({ hidden: isHidden, struck }) => isHidden === struck)).toBe(true);
    expect(content.warnings).toMatchObject([
      { code: 'struck_text', message: expect.stringContaining('thirty') },
    ]);
  });

  it('that are struck out at two places are not joined', async () => {
    const { seen, hidden } = await textOf(format, [
      ['30', 'struck'],
      [' days or '],
      ['45', 'struck'],
      [' weeks.'],
    ]);
    expect(seen).toBe('days or weeks.');
    expect(hidden).not.toContain('3045');
  });

  it('keep raised digits as superscripts, so that they are part of no number', async () => {
    const { content, seen } = await textOf(format, [['Pay within 30'], ['1', 'raised'], [' days.']]);
    expect(seen).toBe('Pay within 30¹ days.');
    expect(content.warnings).toEqual([]);
  });
});
