import { Parser } from 'htmlparser2';
import { ReadFailure } from '../../model/errors.ts';

/**
 * No page that a person or a program made for reading comes near these; beyond them the time that a page's tree takes
 * grows with the square of their number.
 */
const deepest = 21_000;
const mostAttributes = 1_000;

/** Reads through a page without keeping it and throws `ReadFailure` too_large for one whose tree would take too long. */
export function checkTree(html: string): void {
  let depth = 0;
  let attributes = 0;
  const parser = new Parser({
    onopentagname() {
      depth += 1;
      attributes = 0;
      if (depth > deepest) throw refused(`its elements lie more than ${deepest} deep in each other`);
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
    `The page is built like one meant to exhaust its reader: ${what}. Save it as PDF and use that.`,
  );
}
