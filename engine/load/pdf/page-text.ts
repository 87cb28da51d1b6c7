import type { Hiding, MarginLine } from '../part.ts';
import { centreOf, drawnBox } from './boxes/char-box.ts';
import type { Line } from './columns.ts';
import { misnamesDigits } from './digit-shapes.ts';
import { isGarbled } from './letter-shares.ts';
import type { DisplayedPage } from './page-as-displayed.ts';
import { displayed, type PageFrame } from './page-frame.ts';
import { collectLines } from './page-lines.ts';
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
