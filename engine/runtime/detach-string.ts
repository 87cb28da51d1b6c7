/**
 * The same string, for long-term storage: V8 makes a substring of 13 or more characters a view of its text, which
 * keeps the whole text in memory as long as the substring exists.
 */
export function detachString(stretch: string): string {
  return Buffer.from(stretch, 'utf16le').toString('utf16le');
}
