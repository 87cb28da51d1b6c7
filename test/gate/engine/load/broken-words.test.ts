import { describe, expect, it } from 'vitest';
import { joinBrokenWords } from '../../../../engine/load/pages/broken-words.ts';
import { lineEndHyphen, lostLetter, type Part } from '../../../../engine/load/part.ts';

function page(number: number, text: string): Part {
  return { locator: { kind: 'page', page: number }, text, method: 'text', headings: [], marginLines: [] };
}

function joined(...texts: string[]): string[] {
  return joinBrokenWords(texts.map((text, index) => page(index + 1, text))).map(({ text }) => text);
}

describe('a word divided at the end of a line', () => {
  it.each([
    [
      'loses the hyphen if the document elsewhere has the word without it',
      'all informa~tion is',
      'The information',
      'all information is',
    ],
    [
      'keeps the hyphen if the document elsewhere has the word with it',
      'a long~term loan',
      'Long-term debt',
      'a long-term loan',
    ],
    ['keeps the hyphen before a capital', 'the non~GAAP figure', 'nongaap', 'the non-GAAP figure'],
    ['keeps the hyphen beside a number', 'the 2019~20 season', 'other words', 'the 2019-20 season'],
    ['keeps the hyphen without evidence', 'a cloud~native tool', 'other words', 'a cloud-native tool'],
  ])('%s', (_, broken, elsewhere, expected) => {
    expect(joined(broken.replace('~', lineEndHyphen), elsewhere)[0]).toBe(expected);
  });

  it('loses the hyphen without evidence if the document mostly divides words at the ends of lines', () => {
    const text = 'informa~tion pay~ment docu~ment'.replaceAll('~', lineEndHyphen);
    expect(joined(text, 'information payment')[0]).toBe('information payment document');
  });
});

describe('a gap after an "f"', () => {
  it.each([
    ['becomes a letter if the whole word is elsewhere', 'is af~ected by', 'not affected', 'is affected by'],
    [
      'becomes a letter and a space if the letter ends a word',
      'the staf~members',
      'our staff, two members',
      'the staff members',
    ],
    ['becomes a space between two words', 'terms of~ice cream', 'of ice, the office', 'terms of ice cream'],
    ['becomes a space without evidence', 'half~way', 'other words', 'half way'],
  ])('%s', (_, broken, elsewhere, expected) => {
    expect(joined(broken.replace('~', lostLetter), elsewhere)[0]).toBe(expected);
  });
});

it('margin lines and headings still cover their own words after broken words earlier on the page were joined', () => {
  const text = `informa${lineEndHyphen}tion is staf${lostLetter}work\nPage 7\n`;
  const at = text.indexOf('Page 7');
  const line = { start: at, end: at + 6, margin: 'bottom' as const, y: 0.95 };
  const [part] = joinBrokenWords([
    { ...page(1, text), marginLines: [line], headings: [{ start: at, end: at + 6, level: 1 }] },
    page(2, 'information, staff, work'),
  ]);
  expect(part?.text).toBe('information is staff work\nPage 7\n');
  for (const { start, end } of [...(part?.marginLines ?? []), ...(part?.headings ?? [])]) {
    expect(part?.text.slice(start, end)).toBe('Page 7');
  }
});
