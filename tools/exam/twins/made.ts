import type { Truth } from '../../../src/eval/exam/grade.ts';
import type { Draw } from '../draw.ts';
import { expand, type Slots } from '../language/expand.ts';
import type { TwinText } from '../language/twin-text.ts';
import { type LimitValues, limitText } from '../make/limit.ts';
import type { SentenceMaker } from '../make/sentence.ts';
import type { places } from '../wordings/schemas.ts';
import type { Lexicon, PlacedTemplate } from '../wordings/wordings.ts';

export type TrickPlace = (typeof places)[number];

/**
 * What is particular to a pair: the clause, any text elsewhere in the document, and the correct answer for each
 * document.
 */
export type Made = {
  main: TwinText;
  table?: TwinText[][];
  extra?: { text: TwinText; at: TrickPlace };
  /** The lines of a schedule to which the clause refers. */
  schedule?: { lines: TwinText[]; columns?: [string, string] };
  truth: { A: Truth; B: Truth };
  /** The rule; absent if a rule of the template is used. */
  rule?: string;
};

/** The inputs from which a pair is made. */
export type Making = {
  template: PlacedTemplate;
  lexicon: Lexicon;
  draw: Draw;
  maker: SentenceMaker;
  /** Roles, names and dates. The values of `who`, `whom`, `thing`, `name` and `limit` are those that meet the rule. */
  slots: Slots;
  limit: LimitValues | null;
  /** A different value for `<name>`, such as another country; null if the template has no names. */
  otherName: string | null;
};

/** Creates a pair of one kind; returns null if the template does not support that kind. */
export type Maker = (making: Making) => Made | null;

/** The slots of the pair, with `quantity` as the number of the limit. Throws if the template has no limit. */
export function withQuantity({ slots, limit, lexicon, draw }: Making, quantity: TwinText): Slots {
  if (!limit) throw new Error('the template has no limit');
  return { ...slots, limit: expand(limitText(limit, quantity, lexicon, draw), slots, draw) };
}
