import { execFileSync, spawnSync } from 'node:child_process';

/**
 * Whether pdftotext, the independent reader that the tests compare with, is installed; prints a message if it is not.
 */
export function hasPdftotext(): boolean {
  const installed = spawnSync('pdftotext', ['-v']).error === undefined;
  if (!installed)
    process.stderr.write('SKIPPED for lack of pdftotext: install poppler-utils to compare with it\n');
  return installed;
}

/** What pdftotext reads of each page, in the order of the page's content. */
export function pagesOfPdftotext(path: string): string[] {
  const text = execFileSync('pdftotext', ['-raw', path, '-'], { maxBuffer: 256 * 1024 * 1024 }).toString();
  return text.split('\f').slice(0, -1);
}
