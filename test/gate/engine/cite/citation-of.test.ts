import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { citationOf } from '../../../../engine/cite/citation-of.ts';
import { linkTo } from '../../../../engine/cite/link-to.ts';
import { locateQuote } from '../../../../engine/cite/locate-quote.ts';
import { locatorAt } from '../../../../engine/cite/locator-at.ts';
import { quoteText } from '../../../../engine/cite/quote-text.ts';
import type { Locator } from '../../../../engine/model/locator.ts';
import type { Source, SourceText, Span } from '../../../../engine/model/source.ts';
import { source, sourceText } from '../../../support/sources.ts';

/** A text with one part per entry, separated by line feeds; each part has the given locator. */
function placed(parts: readonly { text: string; locator: Locator }[], mediaType = 'text/plain'): SourceText {
  const content = sourceText(
    parts.map(({ text }) => text),
    mediaType,
  );
  return {
    ...content,
    ranges: content.ranges.map((range, at) => ({ ...range, locator: parts[at]?.locator ?? range.locator })),
  };
}

const whole = ({ text }: SourceText): Span => ({ start: 0, end: text.length });

describe('the locator of a span', () => {
  it.each<[string, Locator[], Locator]>([
    [
      'one page, with its printed label',
      [{ kind: 'page', page: 3, pageLabel: 'iii' }],
      { kind: 'page', page: 3, pageLabel: 'iii' },
    ],
    [
      'a range of pages with the label of the first',
      [
        { kind: 'page', page: 3, pageLabel: 'iii' },
        { kind: 'page', page: 4, pageLabel: 'iv' },
      ],
      { kind: 'page', page: 3, pageLabel: 'iii', endPage: 4 },
    ],
    [
      'a time range of a recording',
      [
        { kind: 'time', startMs: 1000, endMs: 2500 },
        { kind: 'time', startMs: 2500, endMs: 4000 },
      ],
      { kind: 'time', startMs: 1000, endMs: 4000 },
    ],
    [
      'a range of lines',
      [
        { kind: 'lines', from: 2, to: 2 },
        { kind: 'lines', from: 3, to: 5 },
      ],
      { kind: 'lines', from: 2, to: 5 },
    ],
    [
      'a range of cells in a sheet',
      [
        { kind: 'cell', sheet: 'S', range: 'Z9' },
        { kind: 'cell', sheet: 'S', range: 'AA10:AB12' },
      ],
      { kind: 'cell', sheet: 'S', range: 'Z9:AB12' },
    ],
    [
      'the cell in the first of two sheets',
      [
        { kind: 'cell', sheet: 'S', range: 'A1' },
        { kind: 'cell', sheet: 'T', range: 'B2' },
      ],
      { kind: 'cell', sheet: 'S', range: 'A1' },
    ],
    [
      'parts of a picture',
      [
        { kind: 'region', box: { x: 0.5, y: 0.25, width: 0.25, height: 0.25 } },
        { kind: 'region', box: { x: 0.25, y: 0.5, width: 0.25, height: 0.25 } },
        { kind: 'region', page: 2, box: { x: 0, y: 0, width: 1, height: 1 } },
      ],
      { kind: 'region', box: { x: 0.25, y: 0.25, width: 0.5, height: 0.5 } },
    ],
    [
      'the first of several paragraphs',
      [
        { kind: 'section', heading: 'Term', paragraph: 2 },
        { kind: 'section', heading: 'Fees', paragraph: 3 },
      ],
      { kind: 'section', heading: 'Term', paragraph: 2 },
    ],
  ])('is %s', (_, locators, expected) => {
    const content = placed(locators.map((locator) => ({ text: 'some words', locator })));
    expect(locatorAt(content, whole(content))).toEqual(expected);
  });

  it('does not include a page on which the span has only white space or boilerplate', () => {
    const content = sourceText(['First words.', { text: 'Second words.', header: 'Running head' }]);
    const head = content.skips[0];
    if (!head) throw new Error('expected one running head');
    expect(locatorAt(content, { start: 0, end: head.end })).toEqual({ kind: 'page', page: 1 });
    expect(locatorAt(content, { start: 12, end: content.text.length })).toEqual({ kind: 'page', page: 2 });
  });

  it('cannot be created for a span without words', () => {
    const content = sourceText(['First.', 'Second.']);
    expect(() => locatorAt(content, { start: 6, end: 7 })).toThrow('6 to 7');
  });
});

describe('the link of a citation', () => {
  const to = (locator: Locator, change: Partial<Source> = {}, mediaType = 'application/pdf') =>
    linkTo({ ...source(['x'], { mediaType }), ...change }, locator);

  it.each<[string, string]>([
    [to({ kind: 'page', page: 23, pageLabel: 'xv' }), 'agreement.pdf#page=23'],
    [to({ kind: 'time', startMs: 61_200, endMs: 63_000 }), 'agreement.pdf#t=61.2'],
    [to({ kind: 'region', page: 2, box: { x: 0, y: 0, width: 1, height: 1 } }), 'agreement.pdf#page=2'],
    [
      to({ kind: 'region', box: { x: 0.1, y: 0.255, width: 0.5, height: 0.25 } }),
      'agreement.pdf#xywh=percent:10,25.5,50,25',
    ],
    [to({ kind: 'lines', from: 3, to: 3 }), 'agreement.pdf#L3'],
    [to({ kind: 'lines', from: 3, to: 7 }), 'agreement.pdf#L3-L7'],
    [
      to({ kind: 'section', heading: 'Notice & Term (2024)', paragraph: 1 }, {}, 'text/markdown'),
      'agreement.pdf#notice--term-2024',
    ],
    [to({ kind: 'section', heading: 'Notice', paragraph: 1 }, {}, 'application/msword'), 'agreement.pdf'],
    [to({ kind: 'cell', sheet: 'My costs', range: 'A1:B2' }), 'agreement.pdf#My%20costs!A1%3AB2'],
    [to({ kind: 'slide', slide: 4 }), 'agreement.pdf'],
    [to({ kind: 'page', page: 2 }, {}, 'application/msword'), 'agreement.pdf'],
    [
      to({ kind: 'region', page: 2, box: { x: 0, y: 0, width: 1, height: 1 } }, {}, 'image/tiff'),
      'agreement.pdf',
    ],
    [to({ kind: 'message', part: '1.2' }), 'agreement.pdf'],
  ])('opens the cited place if a fragment can express it: %s', (link, expected) => {
    expect(link).toBe(expected);
  });

  it.each(['javascript:alert(1).txt', 'data:text/html,x.md', 'https:example.org'])(
    'opens the file itself if its name looks like a URL: %s',
    (name) => {
      const link = to({ kind: 'lines', from: 1, to: 1 }, { linkBase: name });
      expect(link).toBe(`./${name}#L1`);
      expect(new URL(link, 'file:///folder/report.md').href).toMatch(/^file:\/\/\/folder\//);
    },
  );

  it('replaces the fragment of a URL, but keeps a # in the name of a file', () => {
    const url = 'https://example.org/a.pdf#zoom=50';
    expect(to({ kind: 'page', page: 2 }, { url, linkBase: url })).toBe('https://example.org/a.pdf#page=2');
    expect(to({ kind: 'page', page: 2 }, { linkBase: 'draft #3.pdf' })).toBe('draft #3.pdf#page=2');
  });
});

describe('a citation', () => {
  it('names the least reliable of the methods by which its words were read', () => {
    const mixed = source([
      'Typed words on the first page.',
      { text: 'Scanned words on the second.', method: 'ocr' },
    ]);
    const found = locateQuote('words on the first page. Scanned words on the second.', null, [mixed]);
    if (!found) throw new Error('the quote must be found');
    expect(citationOf(found, 'supports')).toMatchObject({ method: 'ocr', locator: { page: 1, endPage: 2 } });
  });

  it('quotes the source exactly at its offsets, within the range of its locator, whatever the claim', () => {
    const word = fc.stringMatching(
      /^[“(]?([A-Z]?[a-z]{1,9}|\d{1,3}(,\d{3})?(\.\d)?|[a-z]{2,4}[-’][a-z]{2,4})[.,;)”%]?$/,
    );
    const page = fc.record({
      text: fc.array(fc.tuple(word, fc.constantFrom(' ', '\n', '  ', '-\n')), {
        minLength: 6,
        maxLength: 30,
      }),
      header: fc.option(fc.constant('Running head of the agreement'), { nil: undefined }),
      footer: fc.option(fc.constant('Page of 9'), { nil: undefined }),
    });
    let located = 0;
    fc.assert(
      fc.property(fc.array(page, { minLength: 1, maxLength: 4 }), fc.nat(), fc.nat(), (pages, one, other) => {
        const file = source(
          pages.map(({ text, header, footer }) => ({
            text: text.map(([wording, gap]) => wording + gap).join(''),
            ...(header === undefined ? {} : { header }),
            ...(footer === undefined ? {} : { footer }),
          })),
        );
        const { content } = file;
        const words = quoteText(content, whole(content)).split(' ');
        const [from = 0, to = 0] = [one % words.length, other % words.length].sort((a, b) => a - b);
        const claim = words
          .slice(from, to + 1)
          .join(' ')
          .toUpperCase();
        const found = locateQuote(claim, null, [file]);
        if (!found) return;
        located += 1;
        const shown = citationOf(found, 'supports');
        expect(shown.quote).toBe(quoteText(content, shown));
        expect(shown.quote.toUpperCase()).toBe(claim);
        expect(content.text.slice(shown.start, shown.end)).toMatch(/^\S(.*\S)?$/s);
        for (const skip of content.skips) {
          const edge = [shown.start, shown.end - 1].some(
            (offset) => skip.start <= offset && offset < skip.end,
          );
          expect(edge).toBe(false);
        }
        const { locator } = shown;
        if (locator.kind !== 'page') throw new Error('a paged source');
        const cited = content.ranges.slice(locator.page - 1, locator.endPage ?? locator.page);
        expect(cited[0]?.start).toBeLessThanOrEqual(shown.start);
        expect(cited.at(-1)?.end).toBeGreaterThanOrEqual(shown.end);
      }),
      { numRuns: 2_000 },
    );
    expect(located).toBeGreaterThan(200);
  });
});
