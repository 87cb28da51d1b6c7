import type { Draw } from '../draw.ts';
import { expand, type Slots } from '../language/expand.ts';
import type { TwinText } from '../language/twin-text.ts';
import type { Lexicon, PlacedTemplate } from '../make/lexicon.ts';
import { type LimitValues, limitText } from '../make/limit.ts';
import type { SentenceMaker } from '../make/sentence.ts';
import type { Truth } from '../truth.ts';
import type { places } from '../wordings/trick-schema.ts';

export type TrickPlace = (typeof places)[number];

/** The clause in question, what is elsewhere, and the truth of each twin. */
export type Made = {
  main: TwinText;
  table?: TwinText[][];
  extra?: { text: TwinText; at: TrickPlace };
  /** Lines of a schedule that the clause refers to. */
  schedule?: { lines: TwinText[]; columns?: [string, string] };
  truth: { A: Truth; B: Truth };
  /** The rule, if it is not one of the template's. */
  rule?: string;
};

/** All inputs for making a pair of a kind. */
export type Making = {
  template: PlacedTemplate;
  lexicon: Lexicon;
  draw: Draw;
  maker: SentenceMaker;
  /** Roles, names and dates; `who`, `whom`, `thing`, `name` and `limit` have the values that meet the rule. */
  slots: Slots;
  limit: LimitValues | null;
  /** Words for another name, such as another country. */
  otherName: string | null;
};

/** Creates a pair of a kind, or null if the template does not support it. */
export type Maker = (making: Making) => Made | null;

/** The slots with another limit. */
export function withQuantity({ slots, limit, lexicon, draw }: Making, quantity: TwinText): Slots {
  if (!limit) throw new Error('a limit was asked of a template without one');
  return { ...slots, limit: expand(limitText(limit, quantity, lexicon, draw), slots, draw) };
}
