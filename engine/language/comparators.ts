/** The direction of a limit: `min` is "at least", `max` is "at most". */
export type Bound = 'min' | 'max';

/** A comparison next to a number. `strict`: the number itself is outside the limit, as in "more than 30". */
export type Comparator = { bound: Bound; strict: boolean; start: number; end: number };

/** One list per direction. Each list has the phrases of English, German, French and Spanish. */
const before: [Bound, boolean, string][] = [
  [
    'max',
    false,
    "at most|(?:not?|never)(?: be)? (?:more|greater|longer|later|higher|larger|less frequently|less often) than|in no (?:event|case) (?:more|longer|later) than|(?:not|never) (?:to )?exceed(?:ing)?|without exceeding|(?:a )?maximum(?: (?:term|period|amount|value|length))?(?: of)?|up to|within|in under|limited to|capped at|until|höchstens|maximal|nicht (?:mehr|länger|später|höher|größer) als|bis zu|bis|binnen|innerhalb(?: von| der)?|spätestens|au plus|au maximum|au plus tard|(?:pas|jamais) plus (?:de|tard que)|jusqu['’]à|dans (?:les|un délai (?:maximum )?de)|como máximo|a lo sumo|(?:no|nunca) más de|hasta|dentro de(?: los)?|en (?:un|el) plazo(?: máximo)? de",
  ],
  [
    'min',
    false,
    'at least|at the least|(?:not?|never) (?:less|fewer|shorter|earlier|sooner|lower|smaller) than|(?:a )?minimum(?: (?:term|period|amount|value|length))?(?: of)?|mindestens|wenigstens|nicht (?:weniger|kürzer|geringer|früher) als|au moins|au minimum|(?:pas|jamais) moins de|al menos|por lo menos|como mínimo|(?:no|nunca) menos de',
  ],
  [
    'min',
    true,
    'more than|greater than|longer than|later than|higher than|in excess of|exceed(?:s|ing)?|over|above|mehr als|länger als|über|plus de|supérieure?s? à|más de|superior(?:es)? a',
  ],
  [
    'max',
    true,
    'less than|fewer than|shorter than|earlier than|lower than|under|below|weniger als|kürzer als|unter|moins de|inférieure?s? à|menos de|inferior(?:es)? a',
  ],
];

const after: [Bound, boolean, string][] = [
  [
    'min',
    false,
    'or (?:more|longer|later|greater|higher|above|over)|at (?:the |a )?(?:minimum|least)|minimum|oder (?:mehr|länger|später)|ou plus|o más|como mínimo|au moins',
  ],
  [
    'max',
    false,
    'or (?:less|fewer|shorter|earlier|lower|below|under|sooner)|at (?:the )?(?:most|latest|maximum)|maximum|oder (?:weniger|kürzer|früher)|ou moins|o menos|como máximo|au plus(?: tard)?',
  ],
];

/** Words between a comparison and its number: "at least once every 6 months", "not exceeding the sum of EUR 5". */
const between =
  '(?:(?: of)?(?: (?:a|an|the|den|dem|der|les|los))?(?: (?:sum|total|amount|period|term|rate|share|total amount)(?: of)?)?)(?: (?:once|one time|einmal|une fois|una vez))?(?: in)?(?: (?:every|each|any|alle|jede[nrs]?|tous les|toutes les|chaque|cada))?';

const beforeNumber = before.map(
  ([bound, strict, phrases]) =>
    [bound, strict, new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases})${between}\\s?\\p{Sc}?$`, 'iu')] as const,
);
const afterNumber = after.map(
  ([bound, strict, phrases]) =>
    [bound, strict, new RegExp(`^\\W{0,2}(?:${phrases})(?!\\p{L})`, 'iu')] as const,
);

/** Length of the text before and after a number that is searched for a comparison. */
const reach = 70;

/** The comparison of the number at a range of a text: next before it, else after it; null if it has none. */
export function comparatorOf(text: string, start: number, end: number): Comparator | null {
  const left = text
    .slice(Math.max(0, start - reach), start)
    .replace(/\s/g, ' ')
    .trimEnd();
  for (const [bound, strict, pattern] of beforeNumber) {
    const found = pattern.exec(left);
    if (found) return { bound, strict, start: Math.max(0, start - reach) + found.index, end: start };
  }
  const right = text.slice(end, end + reach).replace(/\s/g, ' ');
  for (const [bound, strict, pattern] of afterNumber) {
    const found = pattern.exec(right);
    if (found) return { bound, strict, start: end, end: end + found[0].length };
  }
  return null;
}
