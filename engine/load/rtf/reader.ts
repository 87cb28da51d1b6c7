import { readFile } from 'node:fs/promises';
import { factGaps, factWarnings } from '../docx/body-facts.ts';
import { UnpagedReading } from '../docx/unpaged-reading.ts';
import type { Reading } from '../part.ts';
import { RtfBody } from './body.ts';

/** Opens a rich text document. Throws `ReadFailure`: damaged, too_large. */
export async function openRtf(path: string): Promise<Reading> {
  const body = new RtfBody(await readFile(path));
  return new UnpagedReading(body.blocks(), {
    warnings: factWarnings(body.facts),
    unread: factGaps(body.facts),
  });
}
