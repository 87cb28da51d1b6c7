import type { Box, Locator } from '../model/locator.ts';
import type { CountedAs, PageSpans, ReadMethod, Span } from '../model/source.ts';
import type { Recognition } from '../ports.ts';

/** A line in a margin of its page: only such a line can be boilerplate or a printed page label. */
export type MarginLine = Span & {
  margin: 'top' | 'bottom' | 'side';
  /** The height of its middle, as a fraction of the page's height from the top. */
  y: number;
};

/** A range of a part with a more precise place than the part's, such as a recognised word. */
export type PlaceInPart = Span & { locator: Locator; confidence?: number | undefined };

/** Why a reader of a document does not see words of it. The last reasons do not hide them from its editor. */
export const hidings = [
  'background_colour',
  'too_small',
  'transparent',
  'off_page',
  'covered',
  'not_drawn',
  'marked_hidden',
  'hidden_row',
  'hidden_column',
  'hidden_sheet',
  'hidden_slide',
  'speaker_notes',
] as const;

export type Hiding = (typeof hidings)[number];

/**
 * The unit that a reader yields, in order: one page, paragraph or block of lines. `text` includes its own line ends,
 * so that a source's text is the concatenation of its parts' texts. Offsets count within `text`.
 */
export type Part = {
  locator: Locator;
  text: string;
  method: ReadMethod;
  /** 0 to 100. */
  confidence?: number | undefined;
  headings: (Span & { level: number })[];
  marginLines: MarginLine[];
  /** Set where the part has several consecutive lines of its file: how many line ends follow each of them in `text`. */
  lineEnds?: number | undefined;
  /** In text order; together they contain all of its words. */
  places?: PlaceInPart[] | undefined;
  /** Why this part could not be read in full. */
  unread?: string | undefined;
  /** The picture as a small JPEG, if a describer is set. */
  picture?: Uint8Array | undefined;
  /** All of it is boilerplate, such as the menu of a web page. */
  boilerplate?: boolean | undefined;
  /**
   * Why a reader of the document does not see it. Such a part follows the one that contained it; the rest of that one
   * is visible.
   */
  hidden?: Hiding | undefined;
  /** It is beside the main text of its document: a page header or footer, a comment. */
  apart?: boolean | undefined;
};

/** The sender's information about a file, in addition to its type. */
export type SenderHints = {
  charset?: string | undefined;
  /** The languages of its pictures; English when absent. */
  recognition?: Recognition | undefined;
  /** Pictures are passed on with their recognised text. */
  pictures?: boolean | undefined;
  /** How many files contain this one, one inside another. */
  depth?: number | undefined;
};

export type ReadingWarning = { code: string; message: string };

/** First and last page, counted from 1, both included. */
export type PageSpan = { from: number; to: number };

/** One file, opened by the reader of its format. */
export interface Reading {
  countedAs: CountedAs;
  /** How many pages it has when they can be read in any order, else null. */
  pageCount: number | null;
  /** All parts in order, or those of the requested pages. */
  parts(pages: PageSpan | null): AsyncGenerator<Part>;
  /** Complete only after the last part. */
  warnings(): ReadingWarning[];
  /** Parts of the file that no `Part` covers and that could not be read. */
  unread(): { where: string; reason: string }[];
  /** The boxes of each span, as fractions of its page; null for one whose place is uncertain. */
  boxes?(page: PageSpans): (Box[] | null)[];
  close(): Promise<void>;
}

/** Marks in a part's text where a word was divided at a line's end; resolved when the source is assembled. */
export const lineEndHyphen = '\ufffe';

/** Marks in a part's text where a gap after an "f" may be a second "f" that its reader lost; resolved likewise. */
export const lostLetter = '\uffff';

/** Why a picture is unread that may show something other than words. */
export const noWords = 'a picture in which no words were recognised';

/** Why a page is unread that its file lists but does not contain. */
export const damagedPage = 'damaged page';
