import type { Box, Locator } from '../model/locator.ts';
import type { CountedAs, PageSpans, ReadMethod, Span } from '../model/source.ts';
import type { Recognition } from '../ports.ts';

/** A line that stands in a margin of its page: only such a line can be furniture or carry a printed page label. */
export type MarginLine = Span & {
  margin: 'top' | 'bottom' | 'side';
  /** Where its middle stands, as a fraction of the page's height from the top. */
  y: number;
};

/** A stretch of a part whose place is known more closely than the part's, such as a recognised word. */
export type PlaceInPart = Span & { locator: Locator; confidence?: number | undefined };

/** Why a reader of a document does not see words of it. The last ones are not hidden from whoever edits it. */
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
 * What a reader yields in order: one page, paragraph or block of lines. `text` carries its own line ends,
 * so that a source's text is nothing but its parts' texts in a row. Offsets count within `text`.
 */
export type Part = {
  locator: Locator;
  text: string;
  method: ReadMethod;
  /** 0 to 100. */
  confidence?: number | undefined;
  headings: (Span & { level: number })[];
  marginLines: MarginLine[];
  /** Set where it holds several lines of its file, one after another: how many line ends follow each of them in `text`. */
  lineEnds?: number | undefined;
  /** In text order; together they hold all of its words. */
  places?: PlaceInPart[] | undefined;
  /** Why this part could not be read in full. */
  unread?: string | undefined;
  /** What it shows as a small JPEG, where somebody is there to describe it. */
  picture?: Uint8Array | undefined;
  /** All of it is furniture, as the menu of a web page is. */
  boilerplate?: boolean | undefined;
  /** Why a reader of the document does not see it. Such a part follows the one it was found in; the rest of that one is seen. */
  hidden?: Hiding | undefined;
  /** It stands beside the text of its document: the head or foot of its pages, a comment. */
  apart?: boolean | undefined;
};

/** What the sender of a file says of it beside its type. */
export type SenderHints = {
  charset?: string | undefined;
  /** The languages of its pictures; English when absent. */
  recognition?: Recognition | undefined;
  /** Pictures are to be handed over with what was read of them. */
  pictures?: boolean | undefined;
  /** How many files this one lies in. */
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
  /** All parts in order, or those of the pages asked for. */
  parts(pages: PageSpan | null): AsyncGenerator<Part>;
  /** Complete only after the last part. */
  warnings(): ReadingWarning[];
  /** Parts of the file that no `Part` stands for and that could not be read. */
  unread(): { where: string; reason: string }[];
  /** The boxes of each stretch, as fractions of its page; null for one whose place is not certain. */
  boxes?(page: PageSpans): (Box[] | null)[];
  close(): Promise<void>;
}

/** Stands in a part's text where a word was divided at a line's end; resolved when the source is assembled. */
export const lineEndHyphen = '\ufffe';

/** Stands in a part's text where a gap after an "f" may be a second "f" that its reader lost; resolved likewise. */
export const lostLetter = '\uffff';

/** Why a picture is unread that may show something else than words. */
export const noWords = 'a picture in which no words were recognised';

/** Why a page is unread that its file lists and does not hold. */
export const damagedPage = 'damaged page';
