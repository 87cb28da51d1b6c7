import { createWorker, type Page, PSM, type Word, type Worker } from 'tesseract.js';
import type { Recognition } from '../../../ports.ts';
import { chosenLanguages } from './chosen-languages.ts';

/** A recognised word. `box` is in pixels of the picture, `confidence` is 0 to 100. */
export type SeenWord = {
  text: string;
  confidence: number;
  box: { left: number; top: number; right: number; bottom: number };
};

/** A line of recognised words. `opens` is true if the line starts a new paragraph or column. */
export type SeenLine = { words: SeenWord[]; opens: boolean };

/**
 * A line starts a new paragraph if the gap before it is more than this multiple of its height. The gaps in
 * double-spaced text are smaller than this.
 */
const wideGap = 1.5;
/**
 * A line starts a new column if the gap before it, as a multiple of its height, is less than this negative number: the
 * top of the line is then far above the bottom of the previous line.
 */
const nextColumn = -2;

let started: { languages: string; worker: Promise<Worker> } | null = null;

/**
 * Recognises the words of an encoded picture. The recogniser is started once per process, and again when the languages
 * change.
 */
export async function recognise(picture: Buffer): Promise<SeenLine[]> {
  const worker = await workerFor(chosenLanguages());
  const { data } = await worker.recognize(picture, {}, { text: false, blocks: true });
  return linesOf(data);
}

async function workerFor(recognition: Recognition): Promise<Worker> {
  const languages = recognition.languages.join('+');
  if (started?.languages !== languages) {
    const before = started;
    started = { languages, worker: start(recognition) };
    await (await before?.worker)?.terminate();
  }
  return started.worker;
}

async function start({ languages, folder }: Recognition): Promise<Worker> {
  const options = { langPath: folder, gzip: true, cacheMethod: 'none' };
  const worker = await createWorker(languages, undefined, options);
  await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO });
  return worker;
}

/** Mean of the words' confidences, 0 to 100; 0 if there are no words. */
export function meanConfidence(words: readonly SeenWord[]): number {
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length);
}

/** The words of all lines, in reading order. */
export function wordsOf(lines: readonly SeenLine[]): SeenWord[] {
  return lines.flatMap(({ words }) => words);
}

function linesOf({ blocks }: Page): SeenLine[] {
  const lines = (blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap((paragraph) => paragraph.lines)
    .flatMap(({ words }) => lineOf(words));
  return lines.map(({ words, top, bottom }, index) => {
    const before = lines[index - 1];
    const gap = before === undefined ? 0 : (top - before.bottom) / Math.max(1, bottom - top);
    return { words, opens: gap > wideGap || gap < nextColumn };
  });
}

function lineOf(words: Word[]) {
  const recognised = words.flatMap(({ text, confidence, bbox: { x0, y0, x1, y1 } }): SeenWord[] =>
    text.trim() === ''
      ? []
      : [{ text: text.trim(), confidence, box: { left: x0, top: y0, right: x1, bottom: y1 } }],
  );
  if (recognised.length === 0) return [];
  const top = Math.min(...recognised.map(({ box }) => box.top));
  const bottom = Math.max(...recognised.map(({ box }) => box.bottom));
  return [{ words: recognised, top, bottom }];
}
