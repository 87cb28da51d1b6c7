/**
 * The same string, for keeping: V8 makes a stretch of a text of 13 or more characters a view of it, which holds the whole
 * text in memory for as long as the stretch is.
 */
export function detachString(stretch: string): string {
  return Buffer.from(stretch, 'utf16le').toString('utf16le');
}
