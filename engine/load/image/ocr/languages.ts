import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ProvisoError } from '../../../model/errors.ts';
import type { Recognition } from '../../../ports.ts';

/** The integer version of Tesseract's "best" models. Measured: it is as accurate as the float version, and faster. */
const model = '4.0.0_best_int';

const require = createRequire(import.meta.url);

/**
 * Recognition of English. The data for English is installed with Proviso, so nothing is downloaded while files are
 * read.
 */
export function ownRecognition(): Recognition {
  return { languages: ['eng'], folder: join(dirname(require.resolve('@tesseract.js-data/eng')), model) };
}

/**
 * Opens the data for recognising text in these languages; the most likely language comes first. Returns null for
 * English alone and for an empty list. Languages have the names that Tesseract uses (`eng`, `deu`, `chi_sim`). The data
 * of each language is an npm package. This function links the data into one folder, which is removed when the process
 * exits. Throws a `ProvisoError` with the code `no_ocr_language` if a package is not installed.
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
    `The data for recognising text in the language "${language}" is not installed. Use Tesseract's name of the language, such as deu or fra, and install its data beside Proviso: npm install @tesseract.js-data/${language}`,
  );
}

function packageFolder(language: string): string | null {
  try {
    return dirname(require.resolve(`@tesseract.js-data/${language}`));
  } catch {
    return null;
  }
}
