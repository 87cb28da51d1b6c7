import { describe, expect, it } from 'vitest';
import { subtitleParts } from '../../../../engine/load/media/subtitles.ts';
import { Drawings } from '../../../../engine/load/office/drawings.ts';
import { ThemeColours } from '../../../../engine/load/office/looks/theme.ts';
import { emptyStage } from '../../../../engine/load/office/slides/shapes.ts';
import { slideWords } from '../../../../engine/load/office/slides/slide.ts';
import { treeOf } from '../../../../engine/load/office/xml.ts';
import { Visibility } from '../../../../engine/load/web/hidden.ts';
import { parsePage } from '../../../../engine/load/web/page.ts';

/** The look of the first paragraph of a page with a style sheet. */
function lookOf(sheet: string, body: string) {
  const page = parsePage(`<html><body>${body}</body></html>`);
  const seen = new Visibility(page, [sheet], false);
  const [first] = page.querySelectorAll('p');
  if (first === undefined) throw new Error('the page needs a paragraph');
  seen.writtenAt(first, 'before');
  return seen.lookOf(first, seen.start);
}

// Without their bounds, these readings take longer than a test may.
describe('the style sheets of a page', () => {
  it.each([
    ['comments without an end', `p{color:red}${'/*a'.repeat(500_000)}`, 0xff0000],
    ['commas', `p{color:red} a${',a'.repeat(400_000)}{display:block}`, 0xff0000],
    ['names that could be a colour scheme', `p{color:red} a{${'color-scheme:'.repeat(200_000)}}`, 0xff0000],
    ['rules nested in rules', `${'@media x{'.repeat(20_000)}a{color:red}${'}'.repeat(20_000)}`, null],
    ['gaps between colours', `p{background:${'a '.repeat(150_000)}}`, 0x000000],
  ])('are read in a time that grows with their length, whatever they consist of (%s)', (_, sheet, colour) => {
    expect(lookOf(sheet, '<p>a</p>').colour).toBe(colour);
  });

  it('are not compared with the elements of a page if that takes too many comparisons', () => {
    const selectors = Array.from({ length: 20_000 }, (_, at) => `.a${at}`).join(',');
    expect(lookOf(`${selectors}{color:red}`, '<p>a</p>'.repeat(10_000)).colour).toBeNull();
  });

  it('write at most 2,000 characters at an element, also if a quotation mark has no end', () => {
    const page = parsePage('<html><body><p>a</p></body></html>');
    const [first] = page.querySelectorAll('p');
    if (first === undefined) throw new Error('the page needs a paragraph');
    const written = (content: string) =>
      new Visibility(page, [`p::before{content:${content}}`], false).writtenAt(first, 'before');
    expect(written('"Not a \\"final\\" text"')).toBe('Not a "final" text');
    expect(written(`"${'word '.repeat(100_000)}"`)).toHaveLength(1_999);
    expect(written(`"x${'\\"'.repeat(200_000)}`)).toMatch(/^x"+$/);
  });

  it('are searched for fills over words once for each element', () => {
    const fills = '<u bgcolor=red></u>'.repeat(60_000);
    const nested = `${'<b>'.repeat(5_000)}${fills}${'</b>'.repeat(5_000)}`;
    const { background } = lookOf('', `<i style="transform:translate(0)">${nested}</i><p>a</p>`);
    expect(background).toBe(0xffffff);
  });
});

it('a subtitle is searched for at most 100 lines of the one before it', () => {
  const cue = (number: number, from: string, to: string, name: string, count: number) =>
    `${number}\n00:00:0${from},000 --> 00:00:0${to},000\n${Array.from({ length: count }, (_, at) => `${name} ${at}`).join('\n')}\n\n`;
  const many = subtitleParts(cue(1, '1', '2', 'one', 40_000) + cue(2, '2', '3', 'two', 40_000));
  expect(many).toHaveLength(2);
  const rolling = subtitleParts(
    `${cue(1, '1', '2', 'one', 3)}2\n00:00:02,000 --> 00:00:03,000\none 2\nnew\n`,
  );
  expect(rolling.map(({ text }) => text)).toEqual(['one 0 one 1 one 2\n', 'new\n']);
});

it('words are compared with the nearest shapes of a document only', () => {
  const drawings = Array.from({ length: 40_000 }, (_, at) => ({
    ...{ at: (at % 200) * 1_000_000 + 500_000, floating: at % 2 === 0, large: false },
  }));
  const under = new Drawings(drawings);
  let answers = 0;
  for (let at = 0; at < 200_000; at += 1) if (under.mayLieUnder(at * 1_000, at % 2 === 0)) answers += 1;
  expect(answers).toBe(200 * 13 - 100 * 6);
  expect([494_000, 493_999, 506_000, 506_001].map((at) => under.mayLieUnder(at, false))).toEqual([
    ...[true, false, true, false],
  ]);
});

it('what is behind the words of a slide counts as unknown after 5,000 filled shapes', () => {
  const white = '<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>';
  const shape = (at: number, fill: string, words: string) =>
    `<p:sp><p:spPr><a:xfrm><a:off x="${at * 200}" y="0"/><a:ext cx="100" cy="100"/></a:xfrm><a:prstGeom prst="rect"/>${fill}</p:spPr><p:txBody><a:p>${words}</a:p></p:txBody></p:sp>`;
  const words = `<a:r><a:rPr>${white}</a:rPr><a:t>Secret. </a:t></a:r>`.repeat(2);
  const blocks = (filled: number) => {
    const shapes = Array.from({ length: filled }, (_, at) => shape(at + 1, white, '')).join('');
    const slide = treeOf(Buffer.from(`<p:sld>${shapes}${shape(0, '', words)}</p:sld>`));
    return slideWords(slide, emptyStage(new ThemeColours(null))).blocks.map(({ hidden }) => hidden);
  };
  expect(blocks(5_000)).toEqual(['background_colour']);
  expect(blocks(5_001)).toEqual([undefined]);
});
