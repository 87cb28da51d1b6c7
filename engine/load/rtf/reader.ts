import { readFile } from 'node:fs/promises';
import { factGaps, factWarnings } from '../docx/body-facts.ts';
import { commentWarnings } from '../docx/comments.ts';
import { UnpagedReading } from '../docx/unpaged-reading.ts';
import type { Reading } from '../part.ts';
import { RtfBody } from './body.ts';

/** Opens a rich text document. Throws `ReadFailure`: damaged, too_large. */
export async function openRtf(path: string): Promise<Reading> {
  const body = new RtfBody(await readFile(path));
  const blocks = body.blocks();
  return new UnpagedReading(
    { blocks, furniture: body.furniture },
    { warnings: [...factWarnings(body.facts), ...commentWarnings(blocks)], unread: factGaps(body.facts) },
  );
}
