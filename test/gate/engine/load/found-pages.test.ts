import { describe, expect, it } from 'vitest';
import { findPages } from '../../../../engine/load/layout/found-pages.ts';

const boilerplate = 'Nothing in this clause limits the rights that the law gives to either of the parties.';
const own = (number: number) =>
  `In clause ${number} the supplier promises to deliver ${number * 7} pumps before the end of the year.`;

/** Returns the texts of `count` clauses, and pages with `onPage` clauses each; every page has a header and a footer. */
function clauses(count: number, onPage: number) {
  const texts = Array.from({ length: count }, (_, index) => [
    `${index + 1}. Clause`,
    own(index + 1),
    boilerplate,
  ]);
  const pages = Array.from({ length: Math.ceil(count / onPage) }, (_, page) =>
    ['Agreement', ...texts.slice(page * onPage, (page + 1) * onPage).flat(), `Page ${page + 1}`].join('\n'),
  );
  return { texts: texts.flat(), pages };
}

const on = (page: number) => ({ from: page, to: page });

describe('the pages of paragraphs, which are found in a PDF of the file,', () => {
  it('are found for every paragraph, even if others contain the same words', () => {
    const { texts, pages } = clauses(30, 4);
    const found = findPages(texts, pages);
    expect(found).toEqual(texts.map((_, index) => on(Math.floor(Math.floor(index / 3) / 4) + 1)));
  });

  it('include both pages of a paragraph that continues on the next page', () => {
    const { texts, pages } = clauses(3, 1);
    const half = own(2).length / 2;
    const broken = [
      `${pages[0]} 2. Clause ${own(2).slice(0, half)}`,
      `${own(2).slice(half)} ${boilerplate}`,
      pages[2] ?? '',
    ];
    const at = own(2).indexOf('14 pumps');
    expect(findPages(texts, broken)?.[4]).toEqual({ from: 1, to: 2, breaks: [{ at, page: 2 }] });
  });

  it('begin where the page breaks, with a header, a footer and a word that is divided between them', () => {
    const { texts, pages } = clauses(3, 1);
    const at = own(2).indexOf('deliver');
    const broken = [
      `${pages[0]} 2. Clause ${own(2).slice(0, at + 3)} Page 1`,
      `Agreement ${own(2).slice(at + 3)} ${boilerplate} Page 2`,
      pages[2] ?? '',
    ];
    expect(findPages(texts, broken)?.[4]).toEqual({
      ...{ from: 1, to: 2 },
      breaks: [{ at: at + 'deliver '.length, page: 2 }],
    });
  });

  it('are found for a note and for the paragraph that refers to it, whether notes are in the text or at its end', () => {
    const note = 'The price of a pump does not include the taxes of the country it is sent to.';
    const { texts, pages } = clauses(6, 2);
    const laidOut = pages.map((page, index) =>
      index === 1 ? `${page.replace('promises to', 'promises to1')}\n1 ${note}` : page,
    );
    expect(findPages([...texts, note], laidOut)?.at(-1)).toEqual(on(2));
    const inFlow = [...texts.slice(0, 8), `1 ${note}`, ...texts.slice(8)];
    const found = findPages(inFlow, laidOut);
    expect(found?.slice(6, 12)).toEqual(Array(6).fill(on(2)));
    expect(found?.at(-1)).toEqual(on(3));
  });

  it('are null for a paragraph that is on no page, and for all paragraphs if the pages are those of another document', () => {
    const { texts, pages } = clauses(30, 4);
    const more = [
      ...texts.slice(0, 9),
      'These words were struck out before it was laid out, all of them.',
      'No.',
      ...texts.slice(9),
    ];
    const found = findPages(more, pages);
    expect(found?.slice(9, 11)).toEqual([null, null]);
    expect(found?.at(-1)).toEqual(on(8));
    expect(findPages(texts, ['Another document altogether, with words of its own.'])).toBeNull();
    expect(findPages([], [])).toBeNull();
  });
});
