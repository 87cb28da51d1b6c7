import type { MarginLine } from '../part.ts';
import { drawnBox } from './char-box.ts';
import { displayed, type PageFrame } from './page-frame.ts';
import { collectLines, type Line } from './page-lines.ts';
import type { Pdfium } from './pdfium.ts';

export type PageText = {
  text: string;
  marginLines: MarginLine[];
  /** The text draws nothing: character recognition laid it over a picture. */
  invisible: boolean;
  /** The font does not say which letters its shapes are, so that the text is not what is displayed. */
  unmapped: boolean;
};

type PlacedLine = { start: number; end: number; x: number; y: number; upright: boolean };

/** How much of a page counts as its margin: the furniture of all documents looked at stands in 12 %. */
const marginShare = 0.14;
/** PDF 32000-1, table 106: neither fill nor stroke text. */
const invisibleMode = 3;
const sampledLines = 9;
const outermostLines = 2;
/** PDFium measures a turn clockwise, as a page states its own. */
const quarterTurn = Math.PI / 2;

/** The text of one page in content order, with the lines that stand in its margins. */
export function readPageText(module: Pdfium, page: number, frame: PageFrame, scratch: number): PageText {
  const textPage = module._FPDFText_LoadPage(page);
  if (textPage === 0) return { text: '', marginLines: [], invisible: false, unmapped: false };
  try {
    const { text, lines } = collectLines(module, textPage, scratch);
    const placed = lines.map((line) => place(module, textPage, line, frame, scratch));
    const marginLines = marginLinesOf(placed);
    const sampled = lines.filter(
      (_, index) => index % Math.max(1, Math.floor(lines.length / sampledLines)) === 0,
    );
    return {
      text,
      marginLines,
      invisible: mostly(sampled, ({ firstChar }) => isInvisible(module, textPage, firstChar)),
      unmapped: mostly(sampled, ({ lastChar }) => isUnmapped(module, textPage, lastChar)),
    };
  } finally {
    module._FPDFText_ClosePage(textPage);
  }
}

/** Judged by lines spread over the page, since a visible stamp may have been added to a recognised page. */
function mostly(sampled: Line[], holds: (line: Line) => boolean): boolean {
  return sampled.filter(holds).length > sampled.length / 2;
}

function isInvisible(module: Pdfium, textPage: number, index: number): boolean {
  const object = module._FPDFText_GetTextObject(textPage, index);
  return object !== 0 && module._FPDFTextObj_GetTextRenderMode(object) === invisibleMode;
}

function isUnmapped(module: Pdfium, textPage: number, index: number): boolean {
  const code = module._FPDFText_GetUnicode(textPage, index);
  const privateUse = code >= 0xe000 && code <= 0xf8ff;
  return privateUse || code === 0xfffd || module._FPDFText_HasUnicodeMapError(textPage, index) === 1;
}

function place(module: Pdfium, textPage: number, line: Line, frame: PageFrame, scratch: number): PlacedLine {
  const first = charCentre(module, textPage, line.firstChar, scratch);
  const last = charCentre(module, textPage, line.lastChar, scratch);
  const { x, y } = displayed(frame, (first.x + last.x) / 2, (first.y + last.y) / 2);
  const turns = Math.round(module._FPDFText_GetCharAngle(textPage, line.firstChar) / quarterTurn);
  const upright = (turns + frame.rotation) % 4 === 0;
  return { start: line.start, end: line.end, x, y, upright };
}

/** The lines within the margins, and the outermost ones wherever they stand: on a short page its number is among them. */
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

function charCentre(module: Pdfium, textPage: number, index: number, scratch: number) {
  const { left, right, bottom, top } = drawnBox(module, textPage, index, scratch);
  return { x: (left + right) / 2, y: (bottom + top) / 2 };
}
