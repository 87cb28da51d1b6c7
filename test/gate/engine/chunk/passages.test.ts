import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passagesOf } from '../../../../engine/chunk/passages.ts';
import { readableText } from '../../../../engine/chunk/readable-text.ts';
import { PassageSplitter } from '../../../../engine/chunk/splitter.ts';
import { collected } from '../../../support/collected.ts';
import { source } from '../../../support/sources.ts';

const sentence = (word: string): string =>
  `The ${word} shall be kept in good order by the tenant for the whole of the term that the parties agreed on.`;

describe('the passages of a text', () => {
  it('come from a LangChain splitter that loses no text', async () => {
    const paragraph = fc.lorem({ mode: 'sentences', maxCount: 12 });
    await fc.assert(
      fc.asyncProperty(fc.array(paragraph, { maxLength: 8 }), async (paragraphs) => {
        const text = paragraphs.join('\n\n');
        expect((await new PassageSplitter(200).splitText(text)).join('')).toBe(text);
      }),
    );
  });

  it('do not divide a sentence that continues after a page break with a header or footer', async () => {
    const of = source([
      { text: `${sentence('garden')} The last sentence of this page goes`, footer: '7' },
      { header: 'LEASE OF PREMISES', text: `on here and ends. ${sentence('roof')}` },
    ]);
    const passages = await collected(passagesOf(of));
    const texts = passages.flatMap(({ sentences }) => sentences.map((one) => readableText(of.content, one)));
    expect(texts.map((text) => text.replace(/\s+/g, ' '))).toContain(
      'The last sentence of this page goes on here and ends.',
    );
    expect(texts.join(' ')).not.toMatch(/LEASE OF PREMISES|\b7\b/);
  });

  it('contain every word except boilerplate once, in the order of the text', async () => {
    const of = source([
      { text: [...'abcdefghijkl'].map(sentence).join(' '), footer: '1' },
      { text: `Some heading\n${[...'mnopqrstuvwx'].map(sentence).join('\n')}`, footer: '2' },
    ]);
    const passages = await collected(passagesOf(of));
    const read = passages
      .flatMap(({ sentences }) => sentences.map((one) => readableText(of.content, one)))
      .join(' ');
    const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);
    expect(words(read)).toEqual(words(of.content.text).filter((word) => !/^[12]$/.test(word)));
    expect(passages.length).toBeGreaterThan(2);
    for (const { start, end } of passages) expect(end - start).toBeLessThanOrEqual(900);
  });

  it('keep a sentence in capitals whole, at the width of the page and indented, below a title in capitals', async () => {
    const disclaimer =
      'THE GOODS ARE DELIVERED AS THEY STAND, AND THE SELLER GIVES NO PROMISE OF ANY\nKIND, NEITHER IN WRITING NOR BY WORD OF MOUTH, OF\nANY QUALITY OR OF FITNESS FOR THE USE THAT THE BUYER INTENDS TO MAKE OF THEM.';
    const legend =
      '     THESE SHARES MAY NOT BE SOLD OR GIVEN AWAY\n     WITHOUT THE CONSENT OF ALL THE PARTNERS OF\n     THE COMPANY.';
    const of = source([
      `${sentence('garden')}\nGOODS OF THE SELLER\n${disclaimer}\n\nSHARES\n${legend}\n\nREMAINING MATTERS\n${sentence('roof')}`,
    ]);
    const passages = await collected(passagesOf(of));
    const texts = passages.flatMap(({ sentences }) => sentences.map((one) => readableText(of.content, one)));
    const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();
    expect(texts.map(flat)).toEqual([
      sentence('garden'),
      'GOODS OF THE SELLER',
      flat(disclaimer),
      'SHARES',
      flat(legend),
      'REMAINING MATTERS',
      sentence('roof'),
    ]);
  });

  it('have the headings above them, whether the file format marks a heading or only its number shows it', async () => {
    const shown = source([
      `1 Definitions\n${sentence('word')}\n2 Duties of the tenant\n2.1 Garden\n${sentence('garden')}\n2.2 Roof\n${sentence('roof')}`,
    ]);
    const pathsIn = async (of: typeof shown) =>
      (await collected(passagesOf(of))).map(({ headingPath }) => headingPath);
    const paths = await pathsIn(shown);
    expect(paths).toContainEqual(['1 Definitions']);
    expect(paths).toContainEqual(['2 Duties of the tenant', '2.1 Garden']);
    expect(paths).toContainEqual(['2 Duties of the tenant', '2.2 Roof']);
    const worded = source([`Section 4 Duties\n${sentence('b')}\nSection 4.1 Garden\n${sentence('c')}`]);
    expect(await pathsIn(worded)).toContainEqual(['Section 4 Duties', 'Section 4.1 Garden']);

    const marked = source([`Garden\n${sentence('garden')}`]);
    marked.content.headings.push({ start: 0, end: 6, level: 1, text: 'Garden' });
    expect(await pathsIn(marked)).toEqual([['Garden']]);
  });

  it('keep the first sentence after the title of a clause whole where its line ends before a name', async () => {
    const of = source([
      '   4. Repairs. You may order and pay for repairs of the\n      Garden Wall or the Roof in any year, with the consent of\n      the Landlord.\n\n   5. Keys. The keys remain with the Tenant until the end of\n      the term.',
    ]);
    const texts = (await collected(passagesOf(of))).flatMap(({ sentences }) =>
      sentences.map((one) => readableText(of.content, one).replace(/\s+/g, ' ')),
    );
    expect(texts.map((text) => text.trim())).toEqual([
      '4. Repairs.',
      'You may order and pay for repairs of the Garden Wall or the Roof in any year, with the consent of the Landlord.',
      '5. Keys.',
      'The keys remain with the Tenant until the end of the term.',
    ]);
  });

  it('do not treat lines of a table of contents as headings', async () => {
    const of = source([`1 Definitions ........ 3\n2 Duties of the tenant ........ 4\n${sentence('garden')}`]);
    expect((await collected(passagesOf(of))).map(({ headingPath }) => headingPath)).toEqual([[]]);
  });
});
