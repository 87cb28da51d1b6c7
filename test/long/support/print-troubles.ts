import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import sharp from 'sharp';
import type { Folder } from './folder.ts';
import { run } from './programs.ts';

/** How many pixels of a picture show one point of a page. */
const scale = 1.5;
/** How many pages of a report are looked at: the later ones are like them. */
const mostPages = '10';

type Word = { text: string; left: number; top: number; right: number; bottom: number };

/**
 * What a reader of a printed PDF would miss, from its words and the pictures of its first pages: words on top of others, and
 * words that the picture does not show, because they are cut off or have the colour of their ground.
 */
export async function printTroubles(folder: Folder, pdf: string): Promise<string[]> {
  const name = basename(pdf);
  const pictured = ['-r', String(72 * scale), '-l', mostPages, '-gray', '-jpeg'];
  await run('pdftoppm', [...pictured, pdf, folder.path(`${name}-page`)]);
  const pictures = readdirSync(folder.path('.'))
    .filter((picture) => picture.startsWith(`${name}-page`))
    .sort();
  const pages = (await run('pdftotext', ['-bbox', '-l', mostPages, pdf, '-'])).split('<page ').slice(1);
  const troubles: string[] = [];
  for (const [at, page] of pages.entries()) {
    const isShown = await inkOf(folder.path(pictures[at] ?? ''));
    const found = [...page.matchAll(/xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)</g)];
    const words = found.map(([, left, top, right, bottom, text = '']): Word => {
      return { text, left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom) };
    });
    for (const [number, word] of words.entries()) {
      const isOnTop = words.slice(0, number).some((other) => overlap(word, other));
      if (isOnTop || !isShown(word))
        troubles.push(
          `${name}, page ${at + 1}: “${word.text}” is ${isOnTop ? 'on top of others' : 'not shown'}`,
        );
    }
  }
  return troubles;
}

function overlap(one: Word, other: Word): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  return across > 1 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 3;
}

/** Says whether a person sees something at the place of a word in the picture of its page. */
async function inkOf(picture: string): Promise<(word: Word) => boolean> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  return ({ left, top, right, bottom }) => {
    const pixels: number[] = [];
    for (let y = Math.floor(top * scale); y < bottom * scale; y += 1)
      pixels.push(
        ...data.subarray(y * info.width + Math.floor(left * scale), y * info.width + right * scale),
      );
    return Math.max(...pixels) - Math.min(...pixels) > 80;
  };
}
