import type { Draw } from '../draw.ts';
import { expand, type Slots } from '../language/expand.ts';
import type { TwinText } from '../language/twin-text.ts';
import type { Lexicon, PlacedTemplate } from '../make/lexicon.ts';
import { type LimitValues, limitText } from '../make/limit.ts';
import type { SentenceMaker } from '../make/sentence.ts';
import type { Truth } from '../truth.ts';
import type { places } from '../wordings/trick-schema.ts';

export type TrickPlace = (typeof places)[number];

/** The clause that is asked about, what stands elsewhere, and what is true of each twin. */
export type Made = {
  main: TwinText;
  table?: TwinText[][];
  extra?: { text: TwinText; at: TrickPlace };
  /** Lines of a schedule that the clause refers to. */
  schedule?: { lines: TwinText[]; columns?: [string, string] };
  truth: { A: Truth; B: Truth };
  /** The rule, where it is not one of the template's. */
  rule?: string;
};

/** All that a kind needs to make a pair. */
export type Making = {
  template: PlacedTemplate;
  lexicon: Lexicon;
  draw: Draw;
  maker: SentenceMaker;
  /** Roles, names and dates; what meets the rule stands in `who`, `whom`, `thing`, `name` and `limit`. */
  slots: Slots;
  limit: LimitValues | null;
  /** Words that are another name, such as another country. */
  otherName: string | null;
};

/** Makes a pair of a kind, or null where the template gives no occasion for it. */
export type Maker = (making: Making) => Made | null;

/** The slots with another limit. */
export function withQuantity({ slots, limit, lexicon, draw }: Making, quantity: TwinText): Slots {
  if (!limit) throw new Error('a limit was asked of a template without one');
  return { ...slots, limit: expand(limitText(limit, quantity, lexicon, draw), slots, draw) };
}
