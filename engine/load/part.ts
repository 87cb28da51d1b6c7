import type { Box, Locator } from '../model/locator.ts';
import type { CountedAs, ReadMethod, Span } from '../model/source.ts';
import type { Recognition } from '../ports.ts';
import type { PlaceDrawing } from './drawing/place-drawing.ts';
import type { PlacedPage } from './pdf/boxes/placed-page.ts';

/** A line in a margin of its page. Only such lines can be boilerplate or contain a printed page label. */
export type MarginLine = Span & {
  margin: 'top' | 'bottom' | 'side';
  /** The distance of the line's middle from the top of the page, as a fraction of the page's height. */
  y: number;
};

/** A range of a part with a more precise locator than that of the part, such as a recognised word. */
export type PlaceInPart = Span & { locator: Locator; confidence?: number | undefined };

/**
 * The reasons why a document does not show some of its words, or shows them struck out. Words that are hidden for one of the last five reasons
 * (`hidden_row` to `speaker_notes`) are visible to a person who edits the document.
 */
export const hidings = [
  'struck_out',
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
 * A part of a file's text: one page, paragraph or block of lines. Readers yield parts in the order of the text. `text`
 * includes its line ends, so that a source's text is the concatenation of its parts. All offsets are relative to the
 * start of `text`.
 */
export type Part = {
  locator: Locator;
  text: string;
  method: ReadMethod;
  /** 0 to 100. */
  confidence?: number | undefined;
  headings: (Span & { level: number })[];
  marginLines: MarginLine[];
  /**
   * How many line ends follow each line of the file in `text`; set only if the part consists of consecutive lines of
   * the file.
   */
  lineEnds?: number | undefined;
  /**
   * The ranges of the part that have locators of their own, in text order. Together they contain all words of the part.
   * Absent if `locator` applies to the whole part.
   */
  places?: PlaceInPart[] | undefined;
  /** Why this part could not be read in full. */
  unread?: string | undefined;
  /** The picture of the part as a small JPEG, if pictures are to be described. */
  picture?: Uint8Array | undefined;
  /** The whole part is boilerplate, such as the menu of a web page. */
  boilerplate?: boolean | undefined;
  /**
   * Why the document does not show the part; absent if it does. Hidden words are a separate part, which follows the
   * visible part that they were removed from.
   */
  hidden?: Hiding | undefined;
  /** The part is not in the main text of its document: it is a page header or footer, or a comment. */
  apart?: boolean | undefined;
};

/** A part with the text that the file states. */
export function textPart(
  locator: Locator,
  text: string,
  more: Partial<Omit<Part, 'locator' | 'text'>> = {},
): Part {
  return { locator, text, method: 'text', headings: [], marginLines: [], ...more };
}

/** What is known or requested about a file besides its content and type. */
export type SenderHints = {
  charset?: string | undefined;
  /** The languages in which pictures are recognised; English when absent. */
  recognition?: Recognition | undefined;
  /** Whether parts must contain their pictures besides the recognised text. */
  pictures?: boolean | undefined;
  /** How many messages and archives, one inside the other, contain this file; 0 when absent. */
  depth?: number | undefined;
};

export type ReadingWarning = { code: string; message: string };

/** Something that could not be read, and why. */
export type Gap = { where: string; reason: string };

/** First and last page, counted from 1, both included. */
export type PageSpan = { from: number; to: number };

/** One file, opened by the reader of its format. */
export interface Reading {
  countedAs: CountedAs;
  /** The number of pages if they can be read in any order, else null. */
  pageCount: number | null;
  /** The parts of these pages, in order; all parts of the file if `pages` is null. */
  parts(pages: PageSpan | null): AsyncGenerator<Part>;
  /** The warnings about the file, which are complete only after the last part. */
  warnings(): ReadingWarning[];
  /** What could not be read and is not in any `Part`. The list is complete only after the last part. */
  unread(): Gap[];
  /**
   * The positions of the characters of a page, whose text is `stored`; null if the text cannot be mapped to them.
   */
  place?(page: number, stored: string): PlacedPage | null;
  /**
   * A picture of the place of words on a page, with the words marked; null if the place cannot be drawn. `boxes` are
   * fractions of the page as displayed.
   */
  draw?(page: number, boxes: readonly Box[]): Promise<PlaceDrawing | null>;
  close(): Promise<void>;
}

/**
 * A reading of a file that is read from its beginning to its end. What is not given is empty. `warnings` and `unread`
 * can be lists that grow while the parts are read.
 */
export function wholeReading({
  countedAs,
  parts,
  warnings = [],
  unread = [],
  close = () => {},
}: {
  countedAs: CountedAs;
  parts: () => Iterable<Part> | AsyncIterable<Part>;
  warnings?: ReadingWarning[] | (() => ReadingWarning[]);
  unread?: Gap[] | (() => Gap[]);
  close?: () => void;
}): Reading {
  return {
    countedAs,
    pageCount: null,
    async *parts() {
      yield* parts();
    },
    warnings: () => (typeof warnings === 'function' ? warnings() : warnings),
    unread: () => (typeof unread === 'function' ? unread() : unread),
    close: async () => close(),
  };
}

/** A mark in a part's text where a hyphen divided a word at a line end. Assembling the source replaces the mark. */
export const lineEndHyphen = '\ufffe';

/**
 * A mark in a part's text where a gap after an "f" may be a second "f" that the reader lost. Assembling the source
 * replaces the mark.
 */
export const lostLetter = '\uffff';

/** The reason in `unread` for a picture in which no words were recognised, although it may have content. */
export const noWords = 'a picture in which no words were recognised';

/** The reason in `unread` for a page that the file lists but that cannot be loaded. */
export const damagedPage = 'damaged page';
