import type { MarginLine } from '../part.ts';
import { lineEndHyphen } from '../part.ts';
import type { Pdfium } from './pdfium.ts';

/** A page as it is displayed: where the axes of its content lie after its rotation. */
export type PageFrame = { left: number; bottom: number; width: number; height: number; rotation: number };

export type PageText = { text: string; marginLines: MarginLine[]; unmapped: number };

type Line = { start: number; end: number; firstChar: number; lastChar: number };

/** How much of a page counts as its margin: the furniture of all documents looked at stands in 12 %. */
const marginShare = 0.14;
const quarterTurn = Math.PI / 2;

/** The text of one page in content order, with the lines that stand in its margins. */
export function readPageText(module: Pdfium, page: number, frame: PageFrame, scratch: number): PageText {
  const textPage = module._FPDFText_LoadPage(page);
  if (textPage === 0) return { text: '', marginLines: [], unmapped: 0 };
  try {
    const { text, lines, unmapped } = collectLines(module, textPage);
    const marginLines = lines.flatMap((line) => placeInMargin(module, textPage, line, frame, scratch) ?? []);
    return { text, marginLines, unmapped };
  } finally {
    module._FPDFText_ClosePage(textPage);
  }
}

function collectLines(module: Pdfium, textPage: number): { text: string; lines: Line[]; unmapped: number } {
  const count = module._FPDFText_CountChars(textPage);
  const lines: Line[] = [];
  let text = '';
  let current = '';
  let firstChar = -1;
  let lastChar = -1;
  let unmapped = 0;
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
        if (code >= 0xe000 && code <= 0xf8ff) unmapped += 1;
      }
      current += space ? ' ' : String.fromCodePoint(code);
    }
  }
  endLine();
  return { text, lines, unmapped };
}

function placeInMargin(
  module: Pdfium,
  textPage: number,
  line: Line,
  frame: PageFrame,
  scratch: number,
): MarginLine | null {
  const first = charCentre(module, textPage, line.firstChar, scratch);
  const last = charCentre(module, textPage, line.lastChar, scratch);
  const place = displayed(frame, (first.x + last.x) / 2, (first.y + last.y) / 2);
  const angle = module._FPDFText_GetCharAngle(textPage, line.firstChar);
  const turns = Math.round(angle / quarterTurn) - frame.rotation;
  const upright = ((turns % 4) + 4) % 4 === 0;
  const found = { start: line.start, end: line.end, y: place.y };
  if (!upright) {
    return place.x < marginShare || place.x > 1 - marginShare ? { ...found, margin: 'side' } : null;
  }
  if (place.y < marginShare) return { ...found, margin: 'top' };
  if (place.y > 1 - marginShare) return { ...found, margin: 'bottom' };
  return null;
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
