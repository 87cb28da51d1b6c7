import { AssetError, type ByteRange } from './port.ts';

/**
 * The bytes that a range selects in a file of `size` bytes; all of them without a range. Throws
 * `range_not_satisfiable`.
 */
export function wantedBytes(size: number, range: ByteRange | undefined): ByteRange {
  if (!range) return { start: 0, end: size };
  const end = Math.min(range.end, size);
  if (!(range.start >= 0 && range.start < end)) {
    throw new AssetError(
      'range_not_satisfiable',
      `The file has ${size} bytes; the range lies outside of them`,
    );
  }
  return { start: range.start, end };
}
