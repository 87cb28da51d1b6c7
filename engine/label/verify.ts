import { citationOf } from '../cite/citation-of.ts';
import type { Located } from '../cite/locate-quote.ts';
import { rangesAt } from '../cite/locator-at.ts';
import { fold } from '../cite/match/fold.ts';
import { strictMatches } from '../cite/match/strict-match.ts';
import type { QuoteLocator } from '../cite/quote-locator.ts';
import { shortened } from '../cite/shortened.ts';
import type { Answer, ClaimedQuote, ClaimedValue } from '../model/answer.ts';
import type { Citation } from '../model/citation.ts';
import type { Value } from '../model/finding.ts';
import type { Role } from '../model/source.ts';
import { quantitiesOf, saysSame } from './quantities.ts';
import { denialOf, type StatementGap, statementGaps } from './statement-gaps.ts';

/**
 * Recognised text counts as read if the mean confidence of its words, 0 to 100, is at least this number. Measured on
 * pages of known text: every good page reached at least 91, a scan of 90 dpi 76, and noise 38.
 */
export const confidenceGate = 85;
/** Recognised text with a lower mean confidence than this is not cited. */
const leastConfidence = 60;

/** A gap that counts for the label: a missing name does not. */
export type CountedGap = StatementGap & { kind: 'number' | 'date' | 'negation' };

/** The parts of an answer that the sources contain. */
export type Verified = {
  /** Located quotes of input files, in the order of the answer, without repetitions. */
  citations: Citation[];
  /** Located quotes of knowledge files. */
  basis: Citation[];
  /**
   * Values whose number or words are in their quotes. The `citations` of a value are indices into `citations` above.
   */
  values: Value[];
  /** The number of quotes of input files that could not be located and are not shown. */
  dropped: number;
  /** The number of quotes that are not in the passage that the answer named. */
  corrected: number;
  /** The number of quotes of input files that were too long and are shown in part. */
  shortened: number;
  /**
   * Numbers, dates and negations of the statement that no quote contains; empty if no quote was located. Names do not
   * count: an answer in other words than the document's also names its parties otherwise.
   */
  gaps: CountedGap[];
  /** The word with which a quote denies the statement; null if none does. */
  denial: string | null;
  /** Whether a cited range was recognised with too little confidence to count as read. */
  lowConfidence: boolean;
  claim: Pick<Answer, 'statement' | 'outcome' | 'support' | 'mayBear' | 'reasons' | 'toSettle'>;
};

/**
 * Locates every quote of an answer in the stored sources: evidence only in input files, the quotes in `basis` only in
 * knowledge files. Quotes that cannot be located are dropped. If the answer says that its quotes are unrelated, none of
 * them is evidence.
 */
export function verifyAnswer(answer: Answer, locator: QuoteLocator): Verified {
  const locateIn = (role: Role, quotes: readonly ClaimedQuote[]) =>
    quotes.map(({ quote, passage, at }) => {
      const place = at ? locator.pointedAt(role, passage, at) : locator.locate(role, quote, passage);
      return place && citable(shownOf(place, answer.statement));
    });
  const related = answer.support !== 'unrelated';
  const claimed = related ? answer.quotes : [];
  const found = locateIn('input', claimed);
  const evidence = distinct(claimed, found);
  const basisFound = locateIn('authority', answer.basis);
  const located = [...found, ...basisFound].filter((place) => place !== null);
  const { statement, outcome, support, mayBear, reasons, toSettle } = answer;
  return {
    citations: evidence.citations,
    basis: distinct(answer.basis, basisFound).citations,
    values: related ? answer.values.flatMap((value) => verifiedValue(value, evidence)) : [],
    dropped: found.filter((place) => place === null).length,
    corrected: located.filter(({ corrected }) => corrected).length,
    shortened: found.filter((place) => place?.isShortened).length,
    gaps:
      evidence.citations.length === 0 || answer.composed
        ? []
        : statementGaps(statement, groundsOf(evidence.citations, found)).flatMap(({ kind, text }) =>
            kind === 'party' ? [] : [{ kind, text }],
          ),
    denial: answer.composed
      ? null
      : denialOf(
          statement,
          evidence.citations.filter(({ stance }) => stance === 'supports').map(({ quote }) => quote),
        ),
    lowConfidence: found.some(
      (place) => place !== null && Math.min(...confidencesAt(place)) < confidenceGate,
    ),
    claim: { statement, outcome, support, ...(mayBear && { mayBear }), reasons, toSettle },
  };
}

type Evidence = {
  citations: Citation[];
  /** For each claimed quote the index of its citation, or null when it was dropped. */
  indexOf: (number | null)[];
};

/** One citation for each place and stance, even if several quotes of the answer claim it. */
function distinct(claimed: readonly ClaimedQuote[], found: readonly (Located | null)[]): Evidence {
  const citations: Citation[] = [];
  const known = new Map<string, number>();
  const indexOf = claimed.map(({ stance }, at) => {
    const place = found[at];
    if (!place) return null;
    const { role, fileIndex } = place.source;
    const key = [role, fileIndex, place.start, place.end, stance].join(' ');
    const index = known.get(key) ?? citations.push(citationOf(place, stance)) - 1;
    known.set(key, index);
    return index;
  });
  return { citations, indexOf };
}

/**
 * The part of a located quote that is displayed: if the quote is too long, the part with most of the words of the
 * statement.
 */
type Shown = Located & { isShortened: boolean };

function shownOf(place: Located, statement: string): Shown {
  const span = shortened(place.source.content, place, statement);
  return { ...place, ...span, isShortened: span !== place };
}

function citable(place: Shown): Shown | null {
  const confidences = confidencesAt(place);
  const mean = confidences.reduce((sum, one) => sum + one, 0) / confidences.length;
  return mean >= leastConfidence ? place : null;
}

/** The confidences of the recognised words in a range; 100 if none of its text comes from text recognition. */
function confidencesAt({ source, start, end }: Located): number[] {
  const recognised = rangesAt(source.content, { start, end }).filter(({ method }) => method === 'ocr');
  return recognised.length === 0 ? [100] : recognised.map(({ confidence }) => confidence ?? leastConfidence);
}

function groundsOf(citations: readonly Citation[], found: readonly (Located | null)[]) {
  const sources = new Set(found.flatMap((place) => (place ? [place.source] : [])));
  return {
    quotes: citations.map(({ quote }) => quote),
    fileNames: [...sources].map(({ name }) => name),
    texts: [...sources].map(({ content }) => content.text),
  };
}

function verifiedValue(value: ClaimedValue, { citations, indexOf }: Evidence): Value[] {
  const indices = new Set(value.quotes.flatMap((quote) => indexOf[quote] ?? []));
  const bearing = [...indices].filter((index) => standsIn(value, citations[index]?.quote ?? ''));
  if (bearing.length === 0) return [];
  const unit = value.unit === undefined ? {} : { unit: value.unit };
  return [{ name: value.name, value: value.value, ...unit, citations: bearing }];
}

/**
 * Whether a quote contains a value. A number or words must occur in the quote; a yes or no is supported by the quote as
 * a whole.
 */
function standsIn({ value, unit }: ClaimedValue, quote: string): boolean {
  if (typeof value === 'boolean') return true;
  if (typeof value === 'string') return !strictMatches(fold(value), fold(quote)).next().done;
  const known = quantitiesOf(quote);
  const [asked] = quantitiesOf(`${value} ${unit ?? ''}`);
  return asked !== undefined && known.some((other) => saysSame(asked, other));
}
