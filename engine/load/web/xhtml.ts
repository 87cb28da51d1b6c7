import { Parser } from 'htmlparser2';
import { ReadFailure } from '../../model/errors.ts';
import { mostCharacters } from './tree-limits.ts';

/** Elements of HTML that have no content and no end tag (HTML Standard, 13.1.2). */
const empty = new Set(
  'area base br col embed hr img input link meta param source track wbr basefont bgsound frame keygen'.split(
    ' ',
  ),
);

const pieceCharacters = 64 * 1024;
/**
 * Elements of books are nested a few dozen levels deep. A page with deeper nesting than this is returned unchanged: its
 * elements probably have no end tags, and searching for the end tags would take a long time.
 */
const deepest = 1_000;

/**
 * Converts a page from XML syntax to HTML syntax, so that an HTML parser finds the same words as an XML parser. (In
 * HTML, `<iframe/>` begins an element, and a CDATA section is a comment.) A page with unclosed elements is not XML and
 * is returned unchanged. A page with more than `mostCharacters` is also returned unchanged. Throws a `ReadFailure` with
 * the code `damaged` for a page that defines entities, because the words of the entities would be missing.
 */
export function htmlOf(xhtml: string): string {
  if (xhtml.length > mostCharacters) return xhtml;
  const pieces: string[] = [];
  let tagEnd = 0;
  let depth = 0;
  let isWellFormed = true;
  let inSection = false;
  const parser = new Parser(
    {
      onprocessinginstruction(name, data) {
        if (!/^!(doctype|entity)$/i.test(name)) return;
        if (/<?!ENTITY\s/.test(data)) throw definesEntities();
        pieces.push('<!doctype html>');
      },
      onopentag(name, attributes) {
        tagEnd = parser.endIndex;
        depth += 1;
        const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${quoted(value)}"`);
        pieces.push(`<${localName(name)}${written.join('')}>`);
      },
      onclosetag(name, isImplied) {
        depth -= 1;
        const local = localName(name);
        if (empty.has(local)) return;
        if (isImplied && parser.endIndex !== tagEnd) isWellFormed = false;
        pieces.push(`</${local}>`);
      },
      oncdatastart() {
        inSection = true;
      },
      oncdataend() {
        inSection = false;
      },
      ontext(text) {
        pieces.push(inSection ? text.replace(/&/g, '&amp;').replace(/</g, '&lt;') : text);
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  for (let at = 0; at < xhtml.length && isWellFormed && depth <= deepest; at += pieceCharacters)
    parser.write(xhtml.slice(at, at + pieceCharacters));
  if (depth > deepest) return xhtml;
  parser.end();
  return isWellFormed ? pieces.join('') : xhtml;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

function quoted(value: string): string {
  return value.replace(/"/g, '&quot;');
}

function definesEntities(): ReadFailure {
  return new ReadFailure(
    'damaged',
    'The page defines entities of its own, which are not read. Save it again, or as PDF.',
  );
}
