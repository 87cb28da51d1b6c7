import { readFile } from 'node:fs/promises';
import type { Reading } from '../../part.ts';
import { factGaps, factWarnings } from '../body-facts.ts';
import { commentWarnings } from '../comments.ts';
import { unpagedReading } from '../unpaged-reading.ts';
import { RtfBody } from './body.ts';

/** Opens a rich text document. Throws a `ReadFailure` with the code `damaged` or `too_large`. */
export async function openRtf(path: string): Promise<Reading> {
  const body = new RtfBody(await readFile(path));
  const blocks = body.blocks();
  return unpagedReading(
    { blocks, boilerplate: body.boilerplate },
    { warnings: [...factWarnings(body.facts), ...commentWarnings(blocks)], unread: factGaps(body.facts) },
  );
}
