import { describe, expect, it } from 'vitest';
import { citationOf } from '../../../../engine/cite/citation-of.ts';
import { type LookAtPages, withBoxes } from '../../../../engine/cite/with-boxes.ts';
import { keyRules } from '../../../../engine/model/keys.ts';
import type { Locator } from '../../../../engine/model/locator.ts';
import type { ReadMethod, Source, SourceText } from '../../../../engine/model/source.ts';
import { finding } from '../../../support/findings.ts';

type Stretch = { text: string; locator: Locator; method?: ReadMethod };

const line = { x: 0.1, y: 0.2, width: 0.5, height: 0.02 };

function sourceOf(stretches: Stretch[], change: Partial<SourceText> = {}): Source {
  const content: SourceText = {
    text: '',
    ranges: [],
    skips: [],
    headings: [],
    pages: 2,
    countedAs: 'pages',
    method: 'text',
    mediaType: 'application/pdf',
    loader: { id: 'pdf', version: '1' },
    unread: [],
    warnings: [],
    ...change,
  };
  for (const { text, locator, method = 'text' } of stretches) {
    const start = content.text.length;
    content.text += text;
    content.ranges.push({ start, end: content.text.length, locator, method });
  }
  return { role: 'input', fileIndex: 0, name: 'a.pdf', linkBase: 'a.pdf', sha256: 'abc', content };
}

/** Cites all words of the source. Returns the boxes of this citation and the pages that `look` was asked for. */
async function boxesOf(source: Source, look: LookAtPages = async () => null) {
  const [rule] = keyRules([{ name: 'Any', description: 'Any.' }]);
  if (rule === undefined) throw new Error('expected one key for the rule');
  const span = { start: 0, end: source.content.text.trimEnd().length };
  const cited = citationOf({ source, ...span, match: 'exact', corrected: false }, 'supports');
  const boxed = await withBoxes(finding({ rule, citations: [cited] }), [source], look);
  return boxed.citations[0]?.boxes;
}

function word(text: string, x: number, y: number): Stretch {
  return {
    text,
    locator: { kind: 'region', page: 2, box: { x, y, width: 0.1, height: 0.02 } },
    method: 'ocr',
  };
}

describe('the boxes of a citation', () => {
  it('are one box per line of recognised words', async () => {
    const source = sourceOf([
      word('Notice ', 0.1, 0.1),
      word('is\n', 0.3, 0.11),
      word('given.\n', 0.1, 0.14),
    ]);
    expect(await boxesOf(source)).toEqual([
      { page: 2, x: 0.1, y: 0.1, width: 0.3, height: 0.03 },
      { page: 2, x: 0.1, y: 0.14, width: 0.1, height: 0.02 },
    ]);
  });

  it('are located on each page of a PDF, without the boilerplate between the pages', async () => {
    const pages: Stretch[] = [1, 2].map((page) => ({
      text: `Page ${page}\nword\n`,
      locator: { kind: 'page', page },
    }));
    const source = sourceOf(pages, { skips: [{ start: 12, end: 18 }] });
    const asked: unknown[] = [];
    const boxes = await boxesOf(source, async (sha256, all) => {
      asked.push(sha256, ...all);
      return all.map(({ spans }) => spans.map(() => [line]));
    });
    expect(asked).toEqual([
      'abc',
      { page: 1, stored: 'Page 1\nword\n', spans: [{ start: 0, end: 12 }] },
      { page: 2, stored: 'Page 2\nword\n', spans: [{ start: 6, end: 11 }] },
    ]);
    expect(boxes).toEqual([
      { page: 1, ...line },
      { page: 2, ...line },
    ]);
  });

  it('are located for the nearest passages of a finding that cites nothing', async () => {
    const source = sourceOf([{ text: 'word\n', locator: { kind: 'page', page: 1 } }]);
    const [rule] = keyRules([{ name: 'Any', description: 'Any.' }]);
    if (rule === undefined) throw new Error('expected one key for the rule');
    const citation = citationOf({ source, start: 0, end: 4, match: 'exact', corrected: false }, 'supports');
    const near = finding({ rule, citations: [] });
    const search = { ...near.search, nearest: [{ citation, why: 'w' }] };
    const boxed = await withBoxes({ ...near, search }, [source], async () => [[[line]]]);
    expect(boxed.search.nearest.map((one) => one.citation.boxes)).toEqual([[{ page: 1, ...line }]]);
  });

  it.each<[string, Source, LookAtPages]>([
    [
      'the file cannot be opened',
      sourceOf([{ text: 'word\n', locator: { kind: 'page', page: 1 } }]),
      async () => null,
    ],
    [
      'the position of a part is uncertain',
      sourceOf([1, 2].map((page) => ({ text: 'word\n', locator: { kind: 'page', page } }))),
      async () => [[[line]], [null]],
    ],
    [
      'the pages come from a layout of the file',
      sourceOf([{ text: 'word\n', locator: { kind: 'page', page: 1 } }], {
        loader: { id: 'docx', version: '1' },
      }),
      async () => [[[line]]],
    ],
    [
      'the cited words are a comment on the page',
      sourceOf([{ text: 'word\n', locator: { kind: 'page', page: 1, comment: true } }]),
      async () => [[[line]]],
    ],
    [
      'the cited words only describe a picture',
      sourceOf([{ ...word('A pump.\n', 0, 0), method: 'vision' }]),
      async () => null,
    ],
  ])('are missing if %s', async (_, source, look) => {
    expect(await boxesOf(source, look)).toBeUndefined();
  });
});
