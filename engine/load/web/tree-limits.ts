import { Parser } from 'htmlparser2';
import { ReadFailure } from '../../model/errors.ts';

/**
 * Maximum characters of a page. A longer page is a data dump, and its tree would not fit into the memory of a reader
 * process.
 */
export const mostCharacters = 16 * 1024 * 1024;

/**
 * Maximum depth of elements, and maximum attributes of one element. Ordinary pages stay far below both limits. The time
 * to build a page's tree grows with the square of the depth and of the number of attributes.
 */
const deepest = 21_000;
const mostAttributes = 1_000;

/**
 * Parses a page without storing it and throws a `ReadFailure` with the code `too_large` if building its tree would take
 * too long.
 */
export function checkTree(html: string): void {
  if (html.length > mostCharacters) {
    throw new ReadFailure(
      'too_large',
      'The page is longer than 16 million characters. Split it, or save it as PDF.',
    );
  }
  let depth = 0;
  let attributes = 0;
  const parser = new Parser({
    onopentagname() {
      depth += 1;
      attributes = 0;
      if (depth > deepest) throw refused(`its elements are nested more than ${deepest} deep`);
    },
    onattribute() {
      attributes += 1;
      if (attributes > mostAttributes) {
        throw refused(`one of its elements has more than ${mostAttributes} attributes`);
      }
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.end(html);
}

function refused(what: string): ReadFailure {
  return new ReadFailure(
    'too_large',
    `The page is built like one that is meant to overload its reader: ${what}. Save it as PDF and use that.`,
  );
}
