import { execFileSync, spawnSync } from 'node:child_process';

/** Whether pdftotext, an independent reader to compare with, is installed; prints a message if not. */
export function hasPdftotext(): boolean {
  const installed = spawnSync('pdftotext', ['-v']).error === undefined;
  if (!installed)
    process.stderr.write(
      'SKIPPED because pdftotext is not installed: install poppler-utils to compare with it\n',
    );
  return installed;
}

/** The text of each page as pdftotext reads it, in the order of the page's content stream. */
export function pagesOfPdftotext(path: string): string[] {
  const text = execFileSync('pdftotext', ['-raw', path, '-'], { maxBuffer: 256 * 1024 * 1024 }).toString();
  return text.split('\f').slice(0, -1);
}
