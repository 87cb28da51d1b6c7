import { fold } from '../cite/match/fold.ts';
import type { Folded } from '../cite/match/folded.ts';
import type { Change, ClaimCheck, DiffPart, FoundPlace, GivenCitation } from '../model/verification.ts';
import type { PageFit } from './pages.ts';

/**
 * A quote with fewer folded characters than this is short. Small words make many short quotes similar that have nothing
 * to do with each other ("the end of the year", "the start of the term"), so that similarity alone shows no alteration.
 */
export const shortQuote = 40;

/** The words of a citation in a source, and how well the place fits what the citation says. */
export type WordsFound = {
  found: FoundPlace;
  isNamedSource: boolean;
  page: PageFit;
  claim: ClaimCheck | null;
};

/** The most similar words in the sources. */
export type SimilarFound = WordsFound & { similarity: number; diff: DiffPart[]; changes: Change[] };

/** A part of the quote that is in a source word for word. `from` and `to` are positions in the folded quote. */
export type Piece = { from: number; to: number; text: string; found: FoundPlace };

/** What was found of one citation so far, over all sources read. */
export class CitationSearch {
  readonly given: GivenCitation;
  /** The quote in the matcher's form. */
  readonly folded: Folded;
  /** The indexes of the files that the citation names; null if it names none. */
  readonly named: readonly number[] | null;
  words: WordsFound | null = null;
  similar: SimilarFound | null = null;
  pieces: Piece[] = [];
  places = 0;
  /** A source that was not searched to the end, because the work for a quote is limited. */
  incomplete: string | null = null;

  constructor(given: GivenCitation, named: readonly number[] | null) {
    this.given = given;
    this.folded = fold(given.quote);
    this.named = named;
  }

  isNamed(fileIndex: number): boolean {
    return this.named === null || this.named.includes(fileIndex);
  }

  /** Whether a place would be better than the best one so far. A place at the start of the sources wins a tie. */
  isBetter(place: Ranked): boolean {
    if (this.words === null) return true;
    const { hidden = false, match } = this.words.found;
    return rank(place) < rank({ ...this.words, hidden, isExact: match === 'exact' });
  }

  /**
   * Whether a better place than the best one so far can be in a file. Words elsewhere do not end the search in the named
   * source, where the words can have other typography.
   */
  isOpenIn(fileIndex: number): boolean {
    return this.words === null || (this.isNamed(fileIndex) && !this.#isAtNamedPlace(this.words));
  }

  #isAtNamedPlace({ isNamedSource, page }: WordsFound): boolean {
    return isNamedSource && page !== 'other';
  }

  isMoreSimilar(place: Similarity): boolean {
    return this.similar === null || weight(place) > weight(this.similar);
  }

  /** Stores a piece unless a stored piece contains it; pieces that it contains are removed. The longest ones stay. */
  addPiece(piece: { from: number; to: number }, create: () => Piece): void {
    const contains = (one: { from: number; to: number }, other: typeof one) =>
      one.from <= other.from && other.to <= one.to;
    if (this.pieces.some((known) => contains(known, piece))) return;
    const others = this.pieces.filter((known) => !contains(piece, known));
    const shortest = others.at(-1);
    if (shortest && others.length >= mostPieces && lengthOf(piece) <= lengthOf(shortest)) return;
    this.pieces = [...others, create()].sort((one, other) => lengthOf(other) - lengthOf(one));
    if (this.pieces.length > mostPieces) this.pieces.pop();
  }
}

const mostPieces = 6;

function lengthOf({ from, to }: Pick<Piece, 'from' | 'to'>): number {
  return to - from;
}

type Ranked = Pick<WordsFound, 'isNamedSource' | 'page'> & { isExact: boolean; hidden: boolean };

/** Lower is better: the named source counts most, then the named page, then visible words, then the same characters. */
function rank({ isNamedSource, page, hidden, isExact }: Ranked): number {
  return (isNamedSource ? 0 : 16) + pageRanks[page] * 4 + (hidden ? 2 : 0) + (isExact ? 0 : 1);
}

const pageRanks = { named: 0, unchecked: 1, other: 2 } as const;

type Similarity = Pick<SimilarFound, 'isNamedSource' | 'page' | 'similarity'>;

/** Of places that are about as similar, the named one wins. */
function weight({ similarity, isNamedSource, page }: Similarity): number {
  return similarity + (isNamedSource ? 0.02 : 0) + (page === 'named' ? 0.01 : 0);
}
