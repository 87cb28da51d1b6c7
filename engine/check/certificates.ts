import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { detectLanguage } from '../language/detect.ts';
import { type Certificate, certificateFileSchema } from '../model/certificate.ts';
import type { Citation } from '../model/citation.ts';
import { ProvisoError } from '../model/errors.ts';
import type { Source } from '../model/source.ts';
import committed from './certificates.json' with { type: 'json' };

/** The certificates of this release, written by `npm run exam -- certify`. */
export const ownCertificates: readonly Certificate[] = certificateFileSchema.parse(committed).certificates;

/**
 * Reads a file of certificates that `proviso eval certify` wrote. Throws an error with the code `bad_data`, whose
 * message names the file and the problem.
 */
export function readCertificates(path: string): Certificate[] {
  try {
    return certificateFileSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).certificates;
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new ProvisoError('bad_data', `${path} is not a file of certificates: ${why}`, { cause: error });
  }
}

/** The certificates of a checker: those for its method and, with a model, for the same model. */
export function certificatesOf(
  certificates: readonly Certificate[],
  checker: Pick<Certificate, 'method' | 'model'>,
): Certificate[] {
  return certificates.filter(({ method, model }) => method === checker.method && model === checker.model);
}

/** The first certificate that covers all the languages; null if there is none. */
export function covering(
  certificates: readonly Certificate[],
  languages: readonly string[],
): Certificate | null {
  return certificates.find((one) => languages.every((code) => one.languages.includes(code))) ?? null;
}

/** How much text before and after a quote shows its language, in UTF-16 code units: more if less does not show it. */
const around = [200, 1_000, Number.POSITIVE_INFINITY];

/**
 * The languages of the text around the quotes of input files, as BCP 47 codes, each once; `und` if not even the whole
 * file shows a language. A table beside a quote does not hide its language. `inputs` are the input files.
 */
export function languagesOf(citations: readonly Citation[], inputs: readonly Source[]): string[] {
  const languages = citations.map(({ source: { fileIndex }, start, end }) => {
    const text = inputs.find((source) => source.fileIndex === fileIndex)?.content.text ?? '';
    for (const size of around) {
      const { code } = detectLanguage(text.slice(Math.max(0, start - size), end + size));
      if (code !== 'und') return code;
    }
    return 'und';
  });
  return [...new Set(languages)];
}
