import type { Hiding, MarginLine } from '../part.ts';
import { centreOf, drawnBox } from './boxes/char-box.ts';
import type { Line } from './columns.ts';
import type { DisplayedPage } from './page-as-displayed.ts';
import { displayed, type PageFrame } from './page-frame.ts';
import { collectLines } from './page-lines.ts';
import { floatsAt, type Pdfium } from './pdfium.ts';
import { seenPage } from './text-layer.ts';
import { codeAt, type TextPage } from './text-page.ts';

export type PageText = {
  /** The visible text of the page; on a recognised page, the text from character recognition. */
  text: string;
  marginLines: MarginLine[];
  /** The hidden text, one entry for each reason. */
  hidden: { why: Hiding; text: string }[];
  /** The page is a picture, with text from character recognition over or under it. */
  recognised: boolean;
  /** The fonts do not map their shapes to letters, so the text differs from what is displayed. */
  unmapped: boolean;
  /** The share of the page's level bands that contain text. */
  writtenShare: number;
};

type PlacedLine = { start: number; end: number; x: number; y: number; upright: boolean };

/**
 * The share of a page's width or height that counts as a margin on each side. In all examined documents, the share
 * between a header or footer and the edge of the page is at most .12.
 */
const marginShare = 0.14;
/** The number of level bands into which a page is divided. */
const pageBands = 20;
/** How many characters of a page are tested for a character map. */
const sampledCharacters = 200;
/** The words of a page are unknown if the fonts do not map more than this share of its characters to letters. */
const mostUnmapped = 0.25;
const outermostLines = 2;
/** A quarter turn. PDFium measures the rotation of a character in radians, clockwise. */
const quarterTurn = Math.PI / 2;

const noText: PageText = {
  text: '',
  marginLines: [],
  hidden: [],
  recognised: false,
  unmapped: false,
  writtenShare: 0,
};

/**
 * The text of one page in content order, the lines in its margins, and separately the hidden text. `switched` is true
 * if the file may have content that is switched off.
 */
export function readPageText(shown: DisplayedPage, frame: PageFrame, switched: boolean): PageText {
  const found = seenPage(shown, frame, switched);
  if (found === null) return noText;
  const { textPage, seen, unseen, recognised } = found;
  const { text, lines } = collectLines(textPage, seen);
  const placed = lines.map((line) => placeOf(textPage, line, frame));
  const hidden = [...new Set(unseen.values())].map((why) => {
    const counts = (index: number) => unseen.get(index) === why;
    return { why, text: collectLines(textPage, { counts }).text };
  });
  return {
    text,
    marginLines: marginLinesOf(placed),
    hidden: hidden.filter((one) => one.text.trim() !== ''),
    recognised,
    unmapped: isUnmapped(textPage) || isGarbled(text) || (!recognised && misnamesDigits(textPage)),
    writtenShare: new Set(placed.map(({ y }) => Math.floor(y * pageBands))).size / pageBands,
  };
}

/** Whether the fonts do not say which letters many of the page's characters are, measured all over the page. */
function isUnmapped(textPage: TextPage): boolean {
  const { module, handle, codes } = textPage;
  const count = codes.length;
  const step = Math.max(1, Math.floor(count / sampledCharacters));
  let sampled = 0;
  let unmapped = 0;
  for (let index = 0; index < count; index += step) {
    const code = codeAt(textPage, index);
    if (code === 32 || module._FPDFText_IsGenerated(handle, index) === 1) continue;
    sampled += 1;
    const privateUse = code >= 0xe000 && code <= 0xf8ff;
    if (privateUse || code === 0xfffd || module._FPDFText_HasUnicodeMapError(handle, index) === 1)
      unmapped += 1;
  }
  return unmapped > sampled * mostUnmapped;
}

function placeOf(textPage: TextPage, line: Line, frame: PageFrame): PlacedLine {
  const first = centreOf(drawnBox(textPage, line.firstChar));
  const last = centreOf(drawnBox(textPage, line.lastChar));
  const { x, y } = displayed(frame, (first.x + last.x) / 2, (first.y + last.y) / 2);
  const angle = textPage.module._FPDFText_GetCharAngle(textPage.handle, line.firstChar);
  const turns = Math.round(angle / quarterTurn);
  const upright = (turns + frame.rotation) % 4 === 0;
  return { start: line.start, end: line.end, x, y, upright };
}

/**
 * The lines in the margins. The outermost lines are included even if they are not in a margin, because on a short page
 * one of the outermost lines can be the page number.
 */
function marginLinesOf(placed: PlacedLine[]): MarginLine[] {
  const upright = placed.filter((line) => line.upright).sort((a, b) => a.y - b.y);
  const highest = new Set(upright.slice(0, outermostLines));
  const lowest = new Set(upright.slice(-outermostLines));
  return placed.flatMap((line) => {
    const { start, end, x, y } = line;
    if (!line.upright) {
      return x < marginShare || x > 1 - marginShare ? { start, end, y, margin: 'side' as const } : [];
    }
    if (y < marginShare || (highest.has(line) && y < 0.5)) return { start, end, y, margin: 'top' as const };
    if (y > 1 - marginShare || lowest.has(line)) return { start, end, y, margin: 'bottom' as const };
    return [];
  });
}

/** How often each letter from a to z occurs in English, in per mille. Other languages in these letters are similar. */
const usual = [
  82, 15, 28, 43, 127, 22, 20, 61, 70, 2, 8, 40, 24, 67, 75, 19, 1, 60, 63, 91, 28, 10, 24, 2, 20, 1,
];
const fewestLetters = 80;
/**
 * The least similarity of the letters of a page's words to the usual ones. Measured: 1,387 pages of filings and standards
 * reach .88, sentences in Finnish and Polish .76; if the character map is shifted by any number of letters, 99 of 100
 * stay below.
 */
const leastSimilar = 0.72;
const firstLetter = 97;
const firstCapital = 65;

/**
 * Whether the letters of a text occur so unusually that its character map must be wrong. Each word counts once, because
 * a table can repeat a few.
 */
export function isGarbled(words: string): boolean {
  const text = [...new Set(words.split(/\s+/))].join(' ');
  const codes = new Uint32Array(128);
  /** Letters and digits outside ASCII, and visible characters within it. */
  let ink = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < codes.length) codes[code] = (codes[code] ?? 0) + 1;
    if (code > 47) ink += 1;
  }
  const counts = usual.map(
    (_, letter) => (codes[firstLetter + letter] ?? 0) + (codes[firstCapital + letter] ?? 0),
  );
  const letters = counts.reduce((sum, count) => sum + count, 0);
  if (letters < fewestLetters || letters < ink / 2) return false;
  let product = 0;
  let own = 0;
  let other = 0;
  for (const [letter, share] of usual.entries()) {
    const count = counts[letter] ?? 0;
    product += count * share;
    own += count * count;
    other += share * share;
  }
  return product < leastSimilar * Math.sqrt(own * other);
}

const zero = 48;
/** Digits with an enclosed space in every typeface. A 4 has one in some, every other digit in none. */
const enclosing = new Set([0, 6, 8, 9]);
const either = 4;
/** PDFium's number for the first segment of an outline. */
const moveTo = 2;
const glyphSize = 100;
/** An outline with a smaller share of the largest one's area is a detail of the typeface, such as a notch. */
const leastHole = 0.02;

/**
 * Whether a font draws a digit of a page as another one than its character map says: a 9 without an enclosed space, or a
 * 3 with one.
 */
export function misnamesDigits(textPage: TextPage): boolean {
  /** For each font ten bits, which say whether a digit was examined: pages have thousands of digits. */
  const fonts = new Map<number, number>();
  const { module, handle, codes } = textPage;
  let lastObject = 0;
  let font = 0;
  let examined = 0;
  for (let index = 0; index < codes.length; index += 1) {
    const digit = (codes[index] ?? 0) - zero;
    if (digit < 0 || digit > 9 || digit === either) continue;
    const object = module._FPDFText_GetTextObject(handle, index);
    if (object !== lastObject) {
      lastObject = object;
      font = object === 0 ? 0 : module._FPDFTextObj_GetFont(object);
      examined = fonts.get(font) ?? 0;
    }
    if (font === 0 || (examined & (1 << digit)) !== 0) continue;
    examined |= 1 << digit;
    fonts.set(font, examined);
    const holes = holesOf(module, module._FPDFFont_GetGlyphPath(font, digit + zero, glyphSize));
    if (holes !== null && holes > 0 !== enclosing.has(digit)) return true;
  }
  return false;
}

/** The number of spaces that a glyph encloses: outlines that run against the largest one. Null without outlines. */
function holesOf(module: Pdfium, path: number): number | null {
  const segments = path === 0 ? 0 : module._FPDFGlyphPath_CountGlyphSegments(path);
  const areas: number[] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < segments; at += 1) {
    const segment = module._FPDFGlyphPath_GetGlyphPathSegment(path, at);
    module._FPDFPathSegment_GetPoint(segment, module.scratch, module.scratch + 4);
    const [nextX, nextY] = floatsAt(module);
    if (module._FPDFPathSegment_GetType(segment) === moveTo) areas.push(0);
    else areas.push((areas.pop() ?? 0) + x * nextY - nextX * y);
    [x, y] = [nextX, nextY];
  }
  if (areas.length === 0) return null;
  const largest = areas.reduce((most, area) => (Math.abs(area) > Math.abs(most) ? area : most));
  return areas.filter((area) => area * largest < 0 && Math.abs(area) > Math.abs(largest) * leastHole).length;
}
