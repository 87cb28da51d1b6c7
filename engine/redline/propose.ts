import { compareLimits, isSameKind, isSameValue, type Limit, limitsOf } from '../check/words/limits.ts';
import { type Quantity, quantitiesOf } from '../label/quantities.ts';
import { numbersInWords } from '../language/english.ts';
import { normalForm } from '../language/normal-form.ts';
import type { Citation } from '../model/citation.ts';
import type { Finding } from '../model/finding.ts';
import type { Span } from '../model/source.ts';

/** Other words for a range of a quote. The offsets are UTF-16 code units, counted in the quote. */
export type Edit = Span & { becomes: string };

/** The smallest change of a document that can mend a finding: another number in a sentence that the finding cites. */
export type ProposedChange = { finding: Finding; citation: Citation; edits: Edit[] };

/**
 * The changes that can mend a finding: one for each deciding quote with one number of the kind that the rule limits, if
 * that number breaks the rule. Empty if no number decides. Only a check of the changed document shows whether a change
 * mends the finding.
 */
export function proposeChanges(finding: Finding): ProposedChange[] {
  if (finding.outcome !== 'violated' && finding.outcome !== 'partly_satisfied') return [];
  const asked = onlyOf(limitsOf(finding.rule.description));
  if (asked === null) return [];
  return finding.citations.flatMap((citation): ProposedChange[] => {
    const decides = citation.stance === 'contradicts' || citation.stance === 'supports';
    const edits = decides && citation.source.role === 'input' ? editsOf(asked, citation) : [];
    return edits.length === 0 ? [] : [{ finding, citation, edits }];
  });
}

/** The quote as it reads after its change. */
export function changedQuote({ citation: { quote }, edits }: ProposedChange): string {
  return edits.reduceRight(
    (text, { start, end, becomes }) => `${text.slice(0, start)}${becomes}${text.slice(end)}`,
    quote,
  );
}

function editsOf(asked: Limit, { quote, start, end }: Citation): Edit[] {
  // The range has boilerplate in it, or characters that the normal form writes otherwise: offsets would differ.
  if (end - start !== quote.length || normalForm(quote) !== quote) return [];
  const stated = onlyOf(limitsOf(quote).filter((limit) => isSameKind(limit, asked)));
  if (stated === null || compareLimits(asked, stated, false)?.isMet !== false) return [];
  const written = quantitiesOf(quote).filter(({ start, end }) => start < stated.end && end > stated.start);
  const edits = written.map((quantity) => editsOfNumber(quantity, stated, asked));
  return edits.every((edit) => edit !== null) ? edits.flat() : [];
}

/** The limit of a text with a single one, which the text can repeat in words: "thirty (30) days". */
function onlyOf(limits: readonly Limit[]): Limit | null {
  const [first, ...others] = limits;
  return first?.isCertain && others.every((other) => isSameValue(other, first)) ? first : null;
}

const inDigits = /\d[\d.,]*\d|\d/;
const numberWords = [...numbersInWords.keys(), 'hundred'].join('|');
const inWords = new RegExp(`^(?:${numberWords})(?:[- ](?:${numberWords}))*(?!\\p{L})`, 'iu');

/** Puts the number of the rule in the place of a number, in the same unit if the rule's number has no fraction there. */
function editsOfNumber({ text, value, start, end }: Quantity, stated: Limit, asked: Limit): Edit[] | null {
  const number = asked.value / (stated.value / Number(value));
  const isConverted = asked.dimension === stated.dimension && Number.isInteger(number * 100);
  if (!isConverted) return [{ start, end, becomes: asked.text }];
  const edits: Edit[] = [];
  for (const [pattern, write] of [
    [inWords, spelled],
    [inDigits, grouped],
  ] as const) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const becomes = write(number, found[0]);
    if (becomes === null) return null;
    const from = start + found.index;
    edits.push({ start: from, end: from + found[0].length, becomes });
  }
  return edits.length === 0 ? null : edits;
}

/** A number in digits, with a comma between thousands where the number before had one or was too short to have one. */
function grouped(number: number, instead: string): string {
  return instead.includes(',') || instead.length < 4 ? number.toLocaleString('en') : String(number);
}

/** A whole number below 1,000 in English words, with a capital if the words before had one; else null. */
function spelled(number: number, instead: string): string | null {
  if (!Number.isInteger(number) || number < 0 || number >= 1_000) return null;
  const wordFor = (value: number) => [...numbersInWords].find(([, one]) => one === value)?.[0];
  const rest = number % 100;
  const small = wordFor(rest) ?? `${wordFor(rest - (rest % 10))}-${wordFor(rest % 10)}`;
  const hundreds = number >= 100 ? [`${wordFor(Math.floor(number / 100))} hundred`] : [];
  const words = [...hundreds, ...(rest === 0 && number > 0 ? [] : [small])].join(' ');
  return /^\p{Lu}/u.test(instead) ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}
