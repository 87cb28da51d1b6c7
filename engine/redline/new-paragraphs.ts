import type { Styles } from '../load/office/looks/styles.ts';
import type { Insertion } from './tracked-changes.ts';
import type { Run, WordParagraph, WordRuns } from './word-runs.ts';

type Placed = { insertion: Omit<Insertion, 'comment'> } | { refused: string };

/**
 * New paragraphs after a paragraph, one for each line of a text. They look like that paragraph or, if it is a heading, like the
 * closest paragraph before or after it that is none. They have no number, so that no other number changes and no
 * reference to one becomes wrong.
 */
export function insertionAfter(
  place: { paragraph: WordParagraph } | { refused: string },
  text: string,
  { runs, paragraphs }: WordRuns,
  styles: Styles,
): Placed {
  if ('refused' in place) return place;
  const { paragraph: after } = place;
  const at = paragraphs.indexOf(after);
  const like = [...paragraphs.slice(0, at + 1).reverse(), ...paragraphs.slice(at + 1)].find(
    (one) => one.refused === null && !isHeading(one, styles) && longestRun(one, runs) !== null,
  );
  const run = like === undefined ? null : longestRun(like, runs);
  const own = longestRun(after, runs);
  // The last new paragraph takes over the properties of the last one of the document, with all that is tracked in them.
  const isFixed =
    /<(?:[\w.-]+:)?(?:ins|pPrChange)[\s/>]/.test(after.properties) ||
    isHeading(after, styles) ||
    isNumbered(after.properties, styles);
  if (own === null || (after.isLast && isFixed))
    return { refused: 'Word cannot track a new paragraph at this end' };
  const properties = like === undefined ? '' : bodyProperties(like, styles);
  const texts = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const look = run ?? { ...own, properties: '' };
  return {
    insertion: {
      ...{ after, properties, texts },
      like: { ...look, properties: marked.reduce(without, look.properties) },
    },
  };
}

/** What marks the words of one place: other words are not struck out, hidden or raised like them. */
const marked = ['rPrChange', 'strike', 'dstrike', 'vanish', 'webHidden', 'vertAlign', 'highlight'];

function isHeading({ properties }: WordParagraph, styles: Styles): boolean {
  return /outlineLvl[^>]*"[0-8]"/.test(properties) || styles.headingLevel(styleOf(properties)) !== null;
}

function isNumbered(properties: string, styles: Styles): boolean {
  return properties !== without(properties, 'numPr') || styles.list(styleOf(properties)) !== null;
}

function styleOf(properties: string): string | null {
  return /<(?:[\w.-]+:)?pStyle\s[^>]*?val="([^"]*)"/.exec(properties)?.[1] ?? null;
}

/** The run of a paragraph that has the most text: a heading in bold, or a mark of a note, is not how the others look. */
function longestRun(paragraph: WordParagraph, runs: readonly Run[]): Run | null {
  const length = ({ parts }: Run) => parts.reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
  const [longest] = runs
    .filter((run) => run.paragraph === paragraph && length(run) > 0)
    .sort((one, other) => length(other) - length(one));
  return longest ?? null;
}

/** The properties for a paragraph that looks like this one, but is in no list. */
function bodyProperties({ properties }: WordParagraph, styles: Styles): string {
  const names = ['rPr', 'numPr', 'outlineLvl', 'pageBreakBefore', 'framePr'];
  const present = without(properties, 'pPrChange');
  const kept = names.reduce(without, present);
  if (!isNumbered(present, styles)) return kept;
  // A number of 0 takes the paragraph out of the list of its style. The schema has it after these elements.
  const [, before = '', prefix = ''] = leading.exec(kept) ?? [];
  // Without a prefix, attributes have one that is not known here.
  if (prefix === '') return '';
  const unnumbered = `<${prefix}numPr><${prefix}numId ${prefix}val="0"/></${prefix}numPr>`;
  const rest = kept.slice(before.length).replace(/ (?:[\w.-]+:)?hanging="[^"]*"/, '');
  return `${before}${unnumbered}${rest}`;
}

const leading =
  /^(<([\w.-]+:)?pPr[^>]*>(?:<(?:[\w.-]+:)?(?:pStyle|keepNext|keepLines|widowControl)(?=[\s/>])[^>]*\/>)*)/;

/** XML without the elements of a name. */
function without(xml: string, name: string): string {
  const tag = `(?:[\\w.-]+:)?${name}`;
  return xml.replace(new RegExp(`<${tag}(?=[\\s/>])[^>]*?(?:/>|>.*?</${tag}\\s*>)`, 'gs'), '');
}
