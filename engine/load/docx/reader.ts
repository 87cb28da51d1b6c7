import { ReadFailure } from '../../model/errors.ts';
import type { Reading } from '../part.ts';
export async function openDocx(path: string): Promise<Reading> {
  throw new ReadFailure('unsupported_type', `Word documents are not read yet (${path}). Save it as PDF.`);
}
