import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Certificate, type CertificateFile, certificateFileSchema } from '../model/certificate.ts';
import { ProvisoError } from '../model/errors.ts';
import committed from './certificates.json' with { type: 'json' };

/** The certificates of this release, written by `npm run eval -- certify`. */
export const ownCertificates = certificateFileSchema.parse(committed);

/**
 * Reads a file of certificates that `proviso eval certify` wrote. Throws an error with the code `bad_data`, whose
 * message names the file and the problem.
 */
export function readCertificates(path: string): CertificateFile {
  try {
    return certificateFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new ProvisoError('bad_data', `${path} is not a file of certificates: ${why}`, { cause: error });
  }
}

/**
 * The certificate of a checker. Null if the file has no certificate for the method of the checker, or if the certificate
 * is for another model. The version that was tested decides nothing: whoever reads the certificate sees it.
 */
export function certificateOf(
  { version, ...of }: CertificateFile,
  checker: { method: 'lexical' | 'model'; model?: string },
): Certificate | null {
  const found = of[checker.method];
  if (!found) return null;
  return found.model === undefined || found.model === checker.model ? { ...found, version } : null;
}
