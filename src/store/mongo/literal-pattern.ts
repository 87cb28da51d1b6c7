/** A regular expression that matches a text literally, on every engine that servers use. */
export function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
