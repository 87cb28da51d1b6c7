import { lineEndHyphen, lostLetter } from '../../part.ts';

/**
 * Maps each UTF-16 unit of a page's stored text to the unit of the text that was read from the page, or to -1 if the
 * unit was inserted when broken words were joined. Null if the texts differ in anything but joined words, because no
 * span can then be located.
 */
export function unitsAsRead(stored: string, read: string): Int32Array | null {
  const units = new Int32Array(stored.length).fill(-1);
  let at = 0;
  for (let unit = 0; unit < read.length; unit += 1) {
    const character = read.charAt(unit);
    if (character === lineEndHyphen) {
      const hyphen = stored.charAt(at) === '-';
      if (hyphen && read.charAt(unit + 1) === '-') return null;
      if (hyphen) units[at++] = unit;
    } else if (character === lostLetter) {
      if (stored.charAt(at) === 'f') at += 1;
      if (stored.charAt(at) === ' ') at += 1;
    } else {
      if (stored.charAt(at) !== character) return null;
      units[at++] = unit;
    }
  }
  return at === stored.length ? units : null;
}
