import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ProvisoError } from '../../../model/errors.ts';
import type { Recognition } from '../../../ports.ts';

/** Integer models of the best kind: as good on measured pages as the float ones, and faster. */
const model = '4.0.0_best_int';

const require = createRequire(import.meta.url);

/** English, whose data is part of Proviso, so that nothing is fetched while files are read. */
export function ownRecognition(): Recognition {
  return { languages: ['eng'], folder: join(dirname(require.resolve('@tesseract.js-data/eng')), model) };
}

/**
 * The data for recognising pictures in languages, named as Tesseract does (`eng`, `deu`, `chi_sim`), the most likely
 * one first; null for English alone. The data of each is an npm package; this function links them into one folder for
 * the life of the process. Throws `ProvisoError` no_ocr_language for one that is not installed.
 */
export function openRecognition(languages: readonly string[]): Recognition | null {
  const asked = [...new Set(languages)];
  if (asked.length === 0 || (asked.length === 1 && asked[0] === 'eng')) return null;
  const found = asked.map((language) => ({ language, from: dataOf(language) }));
  const folder = mkdtempSync(join(tmpdir(), 'proviso-languages-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const { language, from } of found) symlinkSync(from, join(folder, `${language}.traineddata.gz`));
  return { languages: asked, folder };
}

function dataOf(language: string): string {
  const folder = /^[a-z]{3,4}(_[a-z]{3,6})*$/i.test(language) ? packageFolder(language) : null;
  if (folder !== null) return join(folder, model, `${language}.traineddata.gz`);
  throw new ProvisoError(
    'no_ocr_language',
    `The data to read pictures in "${language}" is not installed. Languages are named as Tesseract does, such as deu or fra; install it beside Proviso: npm install @tesseract.js-data/${language}`,
  );
}

function packageFolder(language: string): string | null {
  try {
    return dirname(require.resolve(`@tesseract.js-data/${language}`));
  } catch {
    return null;
  }
}
