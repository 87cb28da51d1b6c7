import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ProvisoError } from '../../../model/errors.ts';
import type { Recognition } from '../../../ports.ts';

/** The integer version of the "best" models: measured, as accurate as the float version, and faster. */
const model = '4.0.0_best_int';

const require = createRequire(import.meta.url);

/** English, whose data is installed with Proviso, so that nothing is downloaded while files are read. */
export function ownRecognition(): Recognition {
  return { languages: ['eng'], folder: join(dirname(require.resolve('@tesseract.js-data/eng')), model) };
}

/**
 * The data for recognising text in these languages, the most likely one first; null for English alone. Languages have
 * the names that Tesseract uses (`eng`, `deu`, `chi_sim`). The data of each language is an npm package; this function
 * links the data into one folder, which exists as long as the process. Throws `ProvisoError` no_ocr_language if a
 * package is not installed.
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
