import { compareLimits, isSameKind, isSameValue, type Limit, limitsOf } from '../check/words/limits.ts';
import { type Quantity, quantitiesOf } from '../label/quantities.ts';
import { numbersInWords } from '../language/english.ts';
import { normalForm } from '../language/normal-form.ts';
import type { Citation } from '../model/citation.ts';
import type { Finding } from '../model/finding.ts';
import { hiddenFrom, type SourceText, type Span } from '../model/source.ts';

/** Words of a document, with their place. */
export type Quoted = Pick<Citation, 'source' | 'locator' | 'quote' | 'start' | 'end'>;

/** Other words for a range of a quote. The offsets are UTF-16 code units, counted in the quote. */
export type Edit = Span & { becomes: string };

/**
 * The smallest change of a document that can mend a finding: another number in a sentence that the finding cites, or a
 * clause that is inserted after a paragraph.
 */
export type ProposedChange = {
  finding: Finding;
  citation: Quoted;
  edits: Edit[];
  inserted?: string;
  /** What a person has to know of the change before it is accepted. */
  note?: string;
};

/**
 * The changes that can mend a finding: one for each deciding quote with one number of the kind that the rule limits, if
 * that number breaks the rule. Empty if no number decides. Only a check of the changed document shows whether a change
 * mends the finding.
 */
export function proposeChanges(finding: Finding): ProposedChange[] {
  if (finding.outcome !== 'violated' && finding.outcome !== 'partly_satisfied') return [];
  const { rule, position } = finding;
  // What is refused is not a number that the document should have.
  const wanted = position?.met && position.kind === 'never' ? '' : (rule.preferred ?? rule.description);
  const asked = onlyOf(limitsOf(wanted));
  if (asked === null) return [];
  return finding.citations.filter(decides).flatMap((citation): ProposedChange[] => {
    const edits = editsOf(asked, citation);
    return edits.length === 0 ? [] : [{ finding, citation, edits }];
  });
}

/** Whether a quote is of a document and decides its finding. */
export function decides({ stance, source }: Citation): boolean {
  return (stance === 'contradicts' || stance === 'supports') && source.role === 'input';
}

/** The quote as it reads after its change. */
export function changedQuote({ citation: { quote }, edits, inserted }: ProposedChange): string {
  return inserted === undefined ? withEdits(quote, edits) : `${quote}\n${inserted}`;
}

/** A text with edits, which are in the order of their ranges. */
export function withEdits(text: string, edits: readonly Edit[]): string {
  return edits.reduceRight(
    (changed, { start, end, becomes }) => `${changed.slice(0, start)}${becomes}${changed.slice(end)}`,
    text,
  );
}

/** The visible text of a document with changes in their places, and that none of them is refused. */
export function redlineText(
  { text, ranges }: SourceText,
  changes: readonly (Pick<ProposedChange, 'citation' | 'inserted'> & { edits: readonly Edit[] })[],
): { bytes: Uint8Array; refused: null[] } {
  const edits = changes
    .flatMap(({ citation: { start: from, end: to }, edits: own, inserted }) => [
      ...own.map(({ start, end, becomes }) => ({ start: from + start, end: from + end, becomes })),
      ...(inserted === undefined ? [] : [{ start: to, end: to, becomes: `\n\n${inserted}` }]),
    ])
    .sort((one, other) => one.start - other.start);
  const changed = withEdits(text.slice(0, hiddenFrom({ text, ranges })), edits);
  return { bytes: Buffer.from(changed), refused: changes.map(() => null) };
}

function editsOf(asked: Limit, { quote, start, end }: Citation): Edit[] {
  // The range has boilerplate in it: offsets in the document would differ.
  if (end - start !== quote.length) return [];
  const stated = limitsOf(quote);
  const broken = stated.filter(
    (limit) => isSameKind(limit, asked) && compareLimits(asked, limit, false)?.isMet === false,
  );
  if (onlyOf(broken) === null || isComposed(normalForm(quote), stated)) return [];
  const written = broken.flatMap((limit) =>
    quantitiesOf(quote)
      .filter(({ start, end }) => start < limit.end && end > limit.start)
      .map((quantity) => ({ quantity, number: asked.value / (limit.value / Number(quantity.value)) })),
  );
  const unique = written.filter(
    ({ quantity }, at) => written.findIndex((one) => one.quantity.start === quantity.start) === at,
  );
  const expected = stated.map((limit) => (broken.includes(limit) ? asked : limit));
  const isRight = (edits: readonly Edit[]) => {
    const now = limitsOf(withEdits(quote, edits));
    const isSame =
      now.length === expected.length &&
      now.every((one, at) => expected[at] !== undefined && isSameValue(expected[at], one));
    // Offsets are those of the normal form, which can be longer or shorter than the text.
    return isSame && edits.every(({ start, end }) => isSameLength(quote, start) && isSameLength(quote, end));
  };
  const ways = [
    () => unique.map(({ quantity, number }) => sameUnit(quantity, number, asked, broken)),
    () => unique.map(({ quantity: { start, end } }) => [{ start, end, becomes: asked.text }]),
  ];
  for (const way of ways) {
    const edits = way();
    if (edits.every((edit) => edit !== null) && isRight(edits.flat())) return edits.flat();
  }
  return [];
}

/** Whether two numbers of one kind are one number, such as "1 year and 6 months". */
function isComposed(text: string, limits: readonly Limit[]): boolean {
  return limits.some((limit, at) => {
    const before = limits[at - 1];
    if (before === undefined || !isSameKind(before, limit) || isSameValue(before, limit)) return false;
    return /^[\s,]*(?:and|und|et|y)?\s*$/.test(text.slice(before.end, limit.start));
  });
}

function isSameLength(text: string, offset: number): boolean {
  return normalForm(text.slice(0, offset)).length === offset;
}

/** The limit of a text with a single one, which the text can repeat in words: "thirty (30) days". */
function onlyOf(limits: readonly Limit[]): Limit | null {
  const [first, ...others] = limits;
  return first?.isCertain && others.every((other) => isSameValue(other, first)) ? first : null;
}

const inDigits = /\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?(?!\d)|\d[\d.,]*\d|\d/;
const numberWords = [...numbersInWords.keys(), 'hundred', 'thousand', 'million'].join('|');
const inWords = new RegExp(`^(?:${numberWords})(?:(?:[- ]| and )(?:${numberWords}))*(?!\\p{L})`, 'iu');

/** Another number in the same unit, if the rule's number has at most two decimals in that; else null. */
function sameUnit(
  { text, value, start }: Quantity,
  number: number,
  asked: Limit,
  [stated]: readonly Limit[],
): Edit[] | null {
  const isTime = asked.dimension === 'seconds' || asked.dimension === 'months';
  // "1 month" and "2 months": the unit would change too.
  if (isTime && (number === 1) !== (Number(value) === 1)) return null;
  if (asked.dimension !== stated?.dimension || !Number.isInteger(number * (isTime ? 1 : 100))) return null;
  const edits = [inWords, inDigits].flatMap((pattern): (Edit | null)[] => {
    const found = pattern.exec(text);
    if (found === null) return [];
    const becomes = pattern === inWords ? spelled(number, found[0]) : inFigures(number, found[0], asked.text);
    const from = start + found.index;
    return [becomes === null ? null : { start: from, end: from + found[0].length, becomes }];
  });
  return edits.length > 0 && edits.every((edit) => edit !== null) ? edits : null;
}

/** The marks between thousands and before decimals, where digits show them. */
function marksOf(digits: string): { thousands: string; decimal: string } | null {
  const thousands = /\d([.,'’ ])\d{3}(?!\d)/.exec(digits)?.[1];
  const decimal = /\d([.,])(?:\d{1,2}|\d{4,})$/.exec(digits)?.[1];
  if (thousands !== undefined)
    return { thousands, decimal: decimal ?? (/[,'’]/.test(thousands) ? '.' : ',') };
  return decimal === undefined ? null : { thousands: decimal === ',' ? '.' : ',', decimal };
}

/** A number in digits, with the marks of the number before it or, if that shows none, of the rule's number. */
function inFigures(number: number, instead: string, asked: string): string {
  const marks = marksOf(instead) ??
    marksOf(inDigits.exec(asked)?.[0] ?? '') ?? { thousands: ',', decimal: '.' };
  const [whole = '', fraction] = String(number).split('.');
  const hasThousands = /\d[.,'’ ]\d{3}(?!\d)/.test(instead) || !/\d{4}/.test(instead);
  const grouped = hasThousands ? whole.replace(/\B(?=(?:\d{3})+$)/g, marks.thousands) : whole;
  return fraction === undefined ? grouped : `${grouped}${marks.decimal}${fraction}`;
}

/** A whole number below a thousand million in English words, with a capital if the words before had one; else null. */
function spelled(number: number, instead: string): string | null {
  if (!Number.isInteger(number) || number < 0 || number >= 1e9) return null;
  const words = number === 0 ? 'zero' : wordsOf(number).join(' ');
  return /^\p{Lu}/u.test(instead) ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}

function wordsOf(number: number): string[] {
  if (number === 0) return [];
  for (const [scale, name] of [
    [1_000_000, 'million'],
    [1_000, 'thousand'],
    [100, 'hundred'],
  ] as const)
    if (number >= scale) return [...wordsOf(Math.floor(number / scale)), name, ...wordsOf(number % scale)];
  const wordFor = (value: number) => [...numbersInWords].find(([, one]) => one === value)?.[0];
  return [wordFor(number) ?? `${wordFor(number - (number % 10))}-${wordFor(number % 10)}`];
}
