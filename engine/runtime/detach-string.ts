/**
 * Copies a substring that will be stored for a long time. V8 represents a substring of 13 or more characters as a view
 * of the whole text, which therefore stays in memory as long as the substring does.
 */
export function detachString(stretch: string): string {
  return Buffer.from(stretch, 'utf16le').toString('utf16le');
}
