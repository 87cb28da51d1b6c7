import { ReadFailure } from '../model/errors.ts';

/** Throws `ReadFailure` for a file without bytes (empty_file) or with more than `mostBytes` (too_large). */
export function checkFileSize(bytes: number, mostBytes: number): void {
  if (bytes === 0) {
    throw new ReadFailure('empty_file', 'The file is empty (0 bytes). Download or export it again.');
  }
  if (bytes <= mostBytes) return;
  const [has, may] = [bytes, mostBytes].map((count) => Math.ceil(count / 1024 / 1024));
  throw new ReadFailure('too_large', `The file has ${has} MB, and one file may have ${may}. Split it.`);
}
