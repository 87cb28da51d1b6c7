import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';

/** A word of a page with the position of its centre, in fractions of the page. */
type Word = { text: string; x: number; y: number };

const entities: Record<string, string> = { amp: '&', apos: "'", quot: '"', lt: '<', gt: '>' };

/** The words of a page with their positions, according to pdftotext. */
function wordsOf(file: string, page: number): Word[] {
  const html = execFileSync('pdftotext', ['-bbox', '-f', `${page}`, '-l', `${page}`, file, '-'], {
    encoding: 'utf8',
  });
  const [, width = '1', height = '1'] = /<page width="([\d.]+)" height="([\d.]+)"/.exec(html) ?? [];
  const word = /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/g;
  return [...html.matchAll(word)].map(([, x1, y1, x2, y2, text = '']) => ({
    text: text.replace(/&(\w+);/g, (entity, name) => entities[name] ?? entity),
    x: (Number(x1) + Number(x2)) / 2 / Number(width),
    y: (Number(y1) + Number(y2)) / 2 / Number(height),
  }));
}

/** The letters and digits of a text. */
export const letters = (text: string) => text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');

/**
 * For each page, the boxes of the marks of the displayed quote as the browser has laid them out, in fractions of the
 * page.
 */
async function markedOn(page: Page): Promise<{ page: number; boxes: number[][] }[]> {
  return page.locator('[data-page]').evaluateAll((pages) =>
    pages.flatMap((shown) => {
      const around = shown.getBoundingClientRect();
      const boxes = [...shown.querySelectorAll('[data-mark~="chosen"]')].map((mark) => {
        const { left, top, right, bottom } = mark.getBoundingClientRect();
        return [
          (left - around.left) / around.width,
          (top - around.top) / around.height,
          (right - around.left) / around.width,
          (bottom - around.top) / around.height,
        ];
      });
      return boxes.length > 0 ? [{ page: Number(shown.getAttribute('data-page')), boxes }] : [];
    }),
  );
}

/** The letters and digits of the words of the PDF under the marks of the displayed quote, according to pdftotext. */
export async function lettersUnderMarks(page: Page, pdf: string): Promise<string> {
  const marked = await markedOn(page);
  const under = marked.flatMap(({ page: number, boxes: rects }) =>
    wordsOf(pdf, number).filter(({ x, y }) =>
      rects.some(([left = 0, top = 0, right = 0, bottom = 0]) => {
        return x > left && x < right && y > top && y < bottom;
      }),
    ),
  );
  return letters(under.map(({ text }) => text).join(''));
}
