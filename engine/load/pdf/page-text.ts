import type { MarginLine } from '../part.ts';
import { lineEndHyphen, lostLetter } from '../part.ts';
import type { Pdfium } from './pdfium.ts';

/** A page as it is displayed: where the axes of its content lie after its rotation. */
export type PageFrame = { left: number; bottom: number; width: number; height: number; rotation: number };

export type PageText = {
  text: string;
  marginLines: MarginLine[];
  /** The text draws nothing: character recognition laid it over a picture. */
  invisible: boolean;
  /** The font does not say which letters its shapes are, so that the text is not what is displayed. */
  unmapped: boolean;
};

type Line = { start: number; end: number; firstChar: number; lastChar: number };

type PlacedLine = { start: number; end: number; x: number; y: number; upright: boolean };

/** How much of a page counts as its margin: the furniture of all documents looked at stands in 12 %. */
const marginShare = 0.14;
/** PDF 32000-1, table 106: neither fill nor stroke text. */
const invisibleMode = 3;
const sampledLines = 9;
const letterF = 102;
const outermostLines = 2;
/** Shares of a line's height: gaps that PDFium left out measured .12 of it, those within words 0. */
const narrowGap = 0.08;
const sameLevel = 0.2;
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

function collectLines(module: Pdfium, textPage: number, scratch: number): { text: string; lines: Line[] } {
  const count = module._FPDFText_CountChars(textPage);
  const lines: Line[] = [];
  let text = '';
  let current = '';
  let firstChar = -1;
  let lastChar = -1;
  const endLine = () => {
    const kept = current.trimEnd();
    if (kept !== '') {
      lines.push({ start: text.length, end: text.length + kept.length, firstChar, lastChar });
      text += `${kept}\n`;
    }
    current = '';
    firstChar = -1;
  };
  for (let index = 0; index < count; index += 1) {
    const code = module._FPDFText_GetUnicode(textPage, index);
    if (code === 10) endLine();
    else if (code === 2 || code === 0xfffe) current += lineEndHyphen;
    else if (code >= 32 || code === 9) {
      const space = code === 32 || code === 9;
      if (space && current === '') continue;
      if (!space) {
        if (firstChar < 0) firstChar = index;
        lastChar = index;
      }
      if (space) current += gap(module, textPage, index);
      else {
        if (isUpperCase(code) && beginsWord(module, textPage, index, scratch)) current += ' ';
        current += String.fromCodePoint(code);
      }
    }
  }
  endLine();
  return { text, lines };
}

/**
 * PDFium takes the second letter of an italic "ff" for a shadow of the first and leaves a gap it made up. Such a gap
 * is marked; whether a letter was lost shows in the rest of the document.
 */
function gap(module: Pdfium, textPage: number, index: number): string {
  const lost =
    index > 0 &&
    module._FPDFText_GetUnicode(textPage, index - 1) === letterF &&
    module._FPDFText_IsGenerated(textPage, index) === 1 &&
    isLowerCase(module._FPDFText_GetUnicode(textPage, index + 1));
  return lost ? lostLetter : ' ';
}

function isLowerCase(code: number): boolean {
  return code >= 97 && code <= 122;
}

function isUpperCase(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/**
 * PDFium leaves out narrow gaps: "2.5Base Pay" where "2.5" stands apart from its title. Whether there is one is looked at
 * where a capital follows a letter or digit and begins a word; letters that are set wide are no further apart there.
 */
function beginsWord(module: Pdfium, textPage: number, index: number, scratch: number): boolean {
  const before = index === 0 ? 0 : module._FPDFText_GetUnicode(textPage, index - 1);
  if (!isDigit(before) && !isUpperCase(before) && !isLowerCase(before)) return false;
  if (!isLowerCase(module._FPDFText_GetUnicode(textPage, index + 1))) return false;
  const [left, own, right] = [index - 1, index, index + 1].map((at) =>
    looseBox(module, textPage, at, scratch),
  );
  if (left === undefined || own === undefined || right === undefined) return false;
  const height = own.top - own.bottom;
  const level = Math.abs(own.bottom - left.bottom) < height * sameLevel;
  return level && own.left - left.right > Math.max(0, right.left - own.right) + height * narrowGap;
}

/** The room that a character takes in its line. */
function looseBox(module: Pdfium, textPage: number, index: number, scratch: number) {
  module._FPDFText_GetLooseCharBox(textPage, index, scratch);
  const view = new DataView(module.HEAPU8.buffer);
  const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((at) =>
    view.getFloat32(scratch + at, true),
  );
  return { left, right, bottom, top };
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
  module._FPDFText_GetCharBox(textPage, index, scratch, scratch + 8, scratch + 16, scratch + 24);
  const view = new DataView(module.HEAPU8.buffer);
  const at = (offset: number) => view.getFloat64(scratch + offset, true);
  return { x: (at(0) + at(8)) / 2, y: (at(16) + at(24)) / 2 };
}

/** Fractions of the page as a reader sees it, origin top left. */
function displayed(frame: PageFrame, x: number, y: number): { x: number; y: number } {
  const across = (x - frame.left) / frame.width;
  const up = (y - frame.bottom) / frame.height;
  switch (frame.rotation) {
    case 1:
      return { x: up, y: across };
    case 2:
      return { x: 1 - across, y: up };
    case 3:
      return { x: 1 - up, y: 1 - across };
    default:
      return { x: across, y: 1 - up };
  }
}
