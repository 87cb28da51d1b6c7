import { expect, it } from 'vitest';
import { locatorAt } from '../../../../engine/cite/locator-at.ts';
import { quoteText } from '../../../../engine/cite/quote-text.ts';
import type { Citation } from '../../../../engine/model/citation.ts';
import type { Locator } from '../../../../engine/model/locator.ts';
import type { Range, SourceText } from '../../../../engine/model/source.ts';
import { contextsOf } from '../../../../src/services/report/places/contexts.ts';
import type { Context, MarkedText } from '../../../../src/services/report/report.ts';
import { citation } from '../cli/findings.ts';

type Paragraph = { text: string; locator: Locator; hidden?: true };

const { signal } = new AbortController();
const section = (text: string, change: { comment?: true } = {}): Paragraph => ({
  text: `${text}\n\n`,
  locator: { kind: 'section', paragraph: 1, ...change },
});
const cell = (text: string, range: string, change: { comment?: true } = {}): Paragraph => ({
  text: `${text} | `,
  locator: { kind: 'cell', sheet: 'Fees', range, ...change },
});

function sourceOf(paragraphs: readonly Paragraph[], change: Partial<SourceText> = {}): SourceText {
  let text = '';
  const ranges: Range[] = paragraphs.map((one) => {
    const start = text.length;
    text += one.text;
    const { locator, hidden } = one;
    return { start, end: text.length, locator, method: 'text', ...(hidden && { hidden }) };
  });
  return {
    ...{ text, ranges, skips: [], headings: [], unread: [], warnings: [], pages: 1, countedAs: 'sections' },
    ...{ method: 'text', mediaType: 'text/plain', loader: { id: 'test', version: '1' }, ...change },
  };
}

/** A citation of words as the engine makes it. */
function cited(content: SourceText, words: string, change: Partial<Citation> = {}): Citation {
  const start = content.text.indexOf(words);
  expect(start).toBeGreaterThanOrEqual(0);
  const span = { start, end: start + words.length };
  return citation(quoteText(content, span), { ...span, locator: locatorAt(content, span), ...change });
}

async function contextOf(one: Citation, ...contents: SourceText[]): Promise<Context | null> {
  async function* texts() {
    yield* contents;
  }
  return (await contextsOf([one], texts, signal)).get(one) ?? null;
}

const joined = (line: readonly MarkedText[]) =>
  line.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('');
const linesOf = (context: Context | null) =>
  context?.kind === 'passage' ? context.lines.map(joined) : (context?.kind ?? null);

it('marks exactly the cited words in the paragraphs around them', async () => {
  const content = sourceOf([section('Before.'), section('First. The fee is 5.\nLast.'), section('After.')]);
  expect(linesOf(await contextOf(cited(content, 'The fee is 5.\nLast'), content))).toEqual([
    ...['Before.', 'First. [The fee is 5.]', '[Last].', 'After.'],
  ]);
});

it('shows nothing if the words, or their place, are not those of the citation', async () => {
  const content = sourceOf([section('Before.'), section('The fee is 5.')]);
  const one = cited(content, 'The fee is 5.');
  const other = sourceOf([section('Before!'), section('The fee is 6.')]);
  expect(await contextOf(one, other)).toBeNull();
  expect(await contextOf({ ...one, start: one.start - 1, end: one.end - 1 }, content)).toBeNull();
  expect(await contextOf({ ...one, locator: { kind: 'section', paragraph: 9 } }, content)).toBeNull();
  expect(linesOf(await contextOf(one, other, content))).toEqual(['Before.', '[The fee is 5.]']);
});

it('shows some 300 characters before and after a quote, and the two ends of a long quote', async () => {
  const words = 'word '.repeat(1_000);
  const content = sourceOf([section(`${words}The fee is 5. ${words}`)]);
  const [line = ''] = linesOf(await contextOf(cited(content, 'The fee is 5.'), content)) ?? [];
  expect(line).toMatch(/^… (?:word ){55,60}\[The fee is 5\.\](?: word){55,60} …$/);
  const long = sourceOf([section('Start.'), section(words), section('End.')]);
  const shown = linesOf(await contextOf(cited(long, words.trim()), long));
  expect(shown).toEqual([
    'Start.',
    expect.stringMatching(/^\[word .{585,}\] \[…\] \[.{585,}word\]$/),
    'End.',
  ]);
  expect(String(shown).length).toBeLessThan(1_300);
});

it('leaves out page headers, comments, hidden text and other pages', async () => {
  const page = (text: string, number: number) =>
    ({ text, locator: { kind: 'page', page: number } }) satisfies Paragraph;
  const pages = sourceOf([page('Page one.\n', 1), page('HEADER\nThe fee HEADER is 5.\nEnd.\n', 2)]);
  const skips = [10, 25].map((start) => ({ start, end: start + 7 }));
  expect(
    linesOf(await contextOf(cited({ ...pages, skips }, 'The fee HEADER is 5.'), { ...pages, skips })),
  ).toEqual(['[The fee ][is 5.]', 'End.']);
  const commented = sourceOf([
    ...[section('Text.'), section('The fee is 5.'), section('A comment.', { comment: true })],
    { ...section('A secret.'), hidden: true },
  ]);
  expect(linesOf(await contextOf(cited(commented, 'The fee is 5.'), commented))).toEqual([
    ...['Text.', '[The fee is 5.]'],
  ]);
  expect(await contextOf(cited(commented, 'A comment.'), commented)).toBeNull();
});

it('shows a sheet as the cells around the cited one, with the first row and the first column', async () => {
  const columns = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
  const cells = Array.from({ length: 12 }, (_, row) =>
    columns.map((column) => cell(`${column}${row + 1} = ${row}`, `${column}${row + 1}`)),
  ).flat();
  const content = sourceOf([...cells, cell('note on F8', 'F8', { comment: true })]);
  const grid = await contextOf(cited(content, 'F8 = 7'), content);
  expect(grid).toMatchObject({ kind: 'grid', sheet: 'Fees', columns: ['A', 'D', 'E', 'F', 'G', 'H'] });
  if (grid?.kind !== 'grid') return;
  expect(grid.rows.map(({ number, isFirst }) => (isFirst ? -number : number))).toEqual([-1, 6, 7, 8, 9, 10]);
  expect(grid.rows[3]?.cells.map(joined)).toEqual([
    ...['A8 = 7', 'D8 = 7', 'E8 = 7', '[F8 = 7]', 'G8 = 7', 'H8 = 7'],
  ]);
  expect(grid.rows.flatMap(({ cells: row }) => row.flat()).filter(({ marked }) => marked)).toHaveLength(1);
});

it('shows a comment on a cell as text, and words of two cells in both', async () => {
  const content = sourceOf([
    ...[cell('Name', 'A1'), cell('Fee', 'B1'), cell('Mail', 'A2'), cell('5 a day', 'B2')],
    cell('Ask first', 'B2', { comment: true }),
  ]);
  expect(await contextOf(cited(content, 'Ask first'), content)).toBeNull();
  const grid = await contextOf(cited(content, 'Mail | 5 a day'), content);
  expect(grid?.kind === 'grid' && grid.rows.map(({ cells }) => cells.map(joined))).toEqual([
    ...[
      ['Name', 'Fee'],
      ['[Mail]', '[5 a day]'],
    ],
  ]);
});
