import type { z } from 'zod';
import type { Box, Locator } from '../model/locator.ts';
import type { CountedAs } from '../model/source.ts';
import type { Recognition } from '../ports.ts';
import type { PlaceDrawing } from './drawing/place-drawing.ts';
import type { gapSchema, hidings, partSchema, warningSchema } from './part-schema.ts';
import type { PlacedPage } from './pdf/boxes/placed-page.ts';

export type Hiding = (typeof hidings)[number];

/**
 * A part of a file's text: one page, paragraph or block of lines. Readers yield parts in the order of the text. `text`
 * includes its line ends, so that a source's text is the concatenation of its parts. All offsets are relative to the
 * start of `text`.
 */
export type Part = z.infer<typeof partSchema>;
/** A line in a margin of its page. Only such lines can be boilerplate or contain a printed page label. */
export type MarginLine = Part['marginLines'][number];
/** A range of a part with a more precise locator than that of the part, such as a recognised word. */
export type PlaceInPart = NonNullable<Part['places']>[number];

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

export type ReadingWarning = z.infer<typeof warningSchema>;

/** Something that could not be read, and why. */
export type Gap = z.infer<typeof gapSchema>;

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
