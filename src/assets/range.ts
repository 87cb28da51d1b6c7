import { AssetError, type ByteRange } from './port.ts';

/**
 * The bytes that a range selects in a file of `size` bytes; without a range, all bytes. Throws an `AssetError` with the
 * code `range_not_satisfiable` if the range selects no bytes.
 */
export function wantedBytes(size: number, range: ByteRange | undefined): ByteRange {
  if (!range) return { start: 0, end: size };
  const end = Math.min(range.end, size);
  if (!(range.start >= 0 && range.start < end)) {
    throw new AssetError(
      'range_not_satisfiable',
      `The file has ${size} bytes; the range is outside the file`,
    );
  }
  return { start: range.start, end };
}
