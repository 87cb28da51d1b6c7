import { defaultLimits } from '../../../engine/job.ts';
import type { ReadFailureCode } from '../../../engine/model/errors.ts';
import { makeZip } from '../../gate/engine/load/support/make-zip.ts';
import { swollen } from './archives.ts';
import { manyPages } from './pdf.ts';
import { blackSquare } from './pictures.ts';
import { laughs } from './xml.ts';

/** A file that must be refused, and the reason. */
export type HostileFile = { name: string; content: string | Uint8Array; reason: ReadFailureCode };

const odt = 'application/vnd.oasis.opendocument.text';

/**
 * Files that would exhaust a reader's time or memory, or deceive it, if it trusted the sizes and types in the files.
 */
export function hostileFiles(): HostileFile[] {
  const spaces = swollen(300);
  return [
    { name: 'pages.pdf', content: manyPages(defaultLimits.pages + 1), reason: 'too_many_pages' },
    {
      name: 'bomb.docx',
      content: makeZip([{ name: 'word/document.xml', content: spaces }]),
      reason: 'archive_limits',
    },
    {
      name: 'bomb.zip',
      content: makeZip([{ name: 'spaces.txt', content: spaces }]),
      reason: 'archive_limits',
    },
    {
      name: 'laughs.docx',
      content: makeZip([{ name: 'word/document.xml', content: laughs('w:document') }]),
      reason: 'damaged',
    },
    {
      name: 'laughs.odt',
      content: makeZip([
        { name: 'mimetype', content: odt },
        { name: 'content.xml', content: laughs('office:document-content') },
      ]),
      reason: 'damaged',
    },
    { name: 'huge.png', content: blackSquare(20_000), reason: 'too_large' },
    {
      name: 'page.pdf',
      content: '<!DOCTYPE html><html><body>%PDF-1.7 Sign in to continue</body></html>',
      reason: 'damaged',
    },
    {
      name: 'picture.html',
      content: 'GIF89a<html><body><script>alert(1)</script></body></html>',
      reason: 'damaged',
    },
  ];
}
