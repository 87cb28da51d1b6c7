import type { Token } from '../../../language/tokens.ts';

/**
 * The direction in which a number limits something. `role` is what the number limits: a time after or before an event,
 * an interval, a duration or an amount.
 */
export type Bound = {
  bound: 'min' | 'max' | 'exact';
  /** Whether the number itself is excluded, as with "more than" and "less than". */
  strict: boolean;
  role: 'after' | 'before' | 'every' | 'for' | 'amount';
  from: number;
  to: number;
};

type Direction = Pick<Bound, 'bound' | 'strict'>;

const words =
  '(?:at (?:the )?(?:very )?least|at a minimum|at minimum|(?:no|not|never) (?:less|fewer|more seldom|more rarely)(?: (?:often|frequently))? than|minimum of|minimum)';
const mostWords =
  '(?:at (?:the )?(?:very )?most|at a maximum|(?:no|not|never) (?:more|oftener)(?: (?:often|frequently))? than|maximum of|maximum)';
const times = '(?: (?:once|twice|one time|on one occasion))?';
const each =
  '(?:every|each|per|in each|in every|in any|within every|within each|in)(?: period of| periods of)?';

/**
 * The bound of an interval after words of frequency: "at least once every 6 months" is an interval of at most 6 months.
 */
const frequencies: [RegExp, Bound['bound']][] = [
  [new RegExp(`\\b${words}${times} ${each}$`), 'max'],
  [new RegExp(`\\b${mostWords}${times} ${each}$`), 'min'],
  [
    /\bintervals? (?:of|which (?:are|is)|that (?:are|is))? ?(?:(?:no|not|never) (?:less|shorter|fewer|under|below) than|at least|a minimum of|not below|exceeding|in excess of|(?<!(?:no|not) )(?:more|longer|greater) than|over)$/,
    'min',
  ],
  [
    /\bintervals? (?:of|which (?:are|is)|that (?:are|is))? ?(?:(?:no|not|never) (?:more|longer|greater|over|above) than|at most|(?:not|never) (?:exceeding|over|to exceed)|a maximum of|up to|(?:not|never) above|within|(?<!(?:no|not) )(?:less|shorter|fewer) than|under|below)$/,
    'max',
  ],
  [
    /\bno gaps? (?:of )?(?:more|longer|greater) than$|\bwithout (?:ever )?(?:letting|allowing|leaving) more than$|\b(?:letting|leaving) no more than$/,
    'max',
  ],
  [/(?<!\b(?:no|not|never) )\bless (?:often|frequently) than(?: once)? every$/, 'min'],
  [/(?<!\b(?:no|not|never) )\bmore (?:often|frequently) than(?: once)? every$/, 'max'],
  [
    /\bonce every$|\b(?:intervals?|cycles?|rhythm) of$|\bevery$|\bonce in (?:each|every)(?: period of)?$/,
    'exact',
  ],
];

/**
 * Limits of a point in time. If the point is before an event, the direction is reversed: "no later than 5 days before"
 * asks for at least 5 days.
 */
const points: [RegExp, 'max' | 'min'][] = [
  [
    /\b(?:no|not|never|nor)(?: (?:event|case))? later than$|\bat the latest(?: by)?$|\bby the latest$|\b(?:no|not) after$|\b(?:by|before) the (?:end|expiry|expiration|lapse|close) of(?: a period of)?$|(?<!\b(?:no|not|never|nor|event|case) )\b(?:sooner|earlier) than$/,
    'max',
  ],
  [
    /\b(?:no|not)(?: (?:event|case))? (?:earlier|sooner) than$|\bat the earliest$|\bnot before$|\bnot until$|\bonly (?:once|after|when)$|\bnot till$|\bafter the (?:lapse|expiry|expiration|passing) of(?: a period of)?$|(?<!\b(?:no|not|never|nor|event|case) )\blater than$/,
    'min',
  ],
];

/** Matches the noun that a bound can govern before its number: "a minimum period of". */
const quantityNoun =
  '(?: an?)?(?: (?:time|period|amount|sum|number|term|total|duration|length|span|level|value))?';
const denied = '(?:no|not|nor|never|nothing)(?: (?:event|case|time))?(?: be| rise| go)?';
const smaller = '(?:less|fewer|shorter|lower|smaller|below|under)';
const greater = '(?:more|greater|longer|higher|larger|bigger|further|above|over)';

const amounts: [RegExp, Direction][] = [
  [
    new RegExp(
      String.raw`\b(?:at least|as a minimum|at (?:an? |the )?(?:(?:very|bare|absolute) )?(?:least|minimum)|${denied} ${smaller}${quantityNoun} than|more than or exactly|minimum${quantityNoun}(?: of| is)?|(?:${denied}|without(?: ever)?(?: falling| going| dropping)?) (?:below|under|short of)|upwards of|floor of|(?:equal to|equal to or|exactly or) (?:${greater} than|in excess of|above|over)|(?:${greater} than|in excess of|above|over) or equal to)${quantityNoun}(?: of)?(?: a| an| some)?$`,
    ),
    { bound: 'min', strict: false },
  ],
  [
    new RegExp(
      String.raw`\b(?:at most|as a maximum|at (?:an? |the )?(?:(?:very|absolute) )?(?:most|maximum)|${denied} ${greater}${quantityNoun} than|less than or exactly|maximum${quantityNoun}(?: of| is)?|up to|(?:not|never|nor|without(?: ever)?(?: going)?)(?: be| rise| go)? (?:above|over|exceed|exceeds|exceeding|in excess of|beyond)|not to exceed|no (?:delay|gap|wait|interval|lag|period|time) (?:beyond|exceeding|over|above|(?:of )?(?:more|longer|greater) than)|(?:cut-off|cut off|window|outer limit) of|within(?: the last| an? (?:period|time|term|maximum) of)?|inside|limit of|ceiling of|as many as|as much as|(?:equal to|equal to or|exactly or) (?:${smaller} than|below|under)|(?:${smaller} than|below|under) or equal to)${quantityNoun}(?: of)?(?: a| an)?$`,
    ),
    { bound: 'max', strict: false },
  ],
  // In "a minimum salt content of 2 %", the words between belong to the sentence and not to its limit.
  [/(?<=\bminimum (?:\p{L}{2,20} ){1,4})of(?: an?)?$/u, { bound: 'min', strict: false }],
  [/(?<=\bmaximum (?:\p{L}{2,20} ){1,4})of(?: an?)?$/u, { bound: 'max', strict: false }],
  [/\bafter waiting(?: for)?$|\b(?:a )?clear$/, { bound: 'min', strict: false }],
  [
    /\b(?:more than|greater than|longer than|higher than|larger than|warmer than|hotter than|over|above|exceeding|exceeds|exceed|in excess of|beyond)$/,
    { bound: 'min', strict: true },
  ],
  [
    /\b(?:less than|fewer than|under|below|shorter than|lower than|smaller than|colder than|cooler than)$/,
    { bound: 'max', strict: true },
  ],
];

/** Matches words before or after a number that do not limit it: "exactly", "a total of", "altogether". */
const idleBefore =
  /(?<!\bor )\b(?:neither more nor less than|merely|fully|exactly|precisely|just|some|(?:an? |the )?(?:total|sum|amount|figure|number) of|altogether|(?:a )?full)$/;
const idleAfter = /^(?:altogether|in all|in total|exactly|precisely)\b/;

const after: [RegExp, Direction][] = [
  [/^(?:upwards|and up|or up|and upwards)\b/, { bound: 'min', strict: false }],
  [
    /^(?:or|and) (?:more|longer|greater|higher|above|over|larger|upwards|beyond|warmer|hotter|later)\b/,
    { bound: 'min', strict: false },
  ],
  [
    /^(?:or|and) (?:less|fewer|shorter|lower|below|under|sooner|better|smaller|colder|cooler)\b/,
    { bound: 'max', strict: false },
  ],
  [
    /^(?:at most|maximum|at maximum|at the (?:very )?most|at the outside|if not less|as (?:a|the|an) (?:maximum|ceiling|outer limit|limit|cap))\b/,
    { bound: 'max', strict: false },
  ],
  [
    /^(?:at least|minimum|at minimum|at the (?:very )?least|as (?:a|the) (?:minimum|floor)|if not more|and no less|and (?:where|if) (?:it|he|she|they) so (?:chooses?|decides?) beyond)\b/,
    { bound: 'min', strict: false },
  ],
];

const signs = new Map<string, Direction>([
  ['≥', { bound: 'min', strict: false }],
  ['≤', { bound: 'max', strict: false }],
  ['>', { bound: 'min', strict: true }],
  ['<', { bound: 'max', strict: true }],
]);
const wordsBefore = 8;

/** The bound of the number whose phrase begins at token `at` and ends at token `last`. */
export function boundOf(tokens: readonly Token[], at: number, last: number): Bound {
  const pre = tokens
    .slice(Math.max(0, at - wordsBefore), at)
    .map(({ word }) => word)
    .join(' ');
  const post = tokens
    .slice(last + 1, last + 5)
    .map(({ word }) => word)
    .join(' ');
  const tail = tailOf(tokens, last);
  const [idle, trailing] = [idleBefore.exec(pre), idleAfter.exec(post)];
  if (idle) return boundOf(tokens, at - count(idle[0]), last);
  if (trailing) return boundOf(tokens, at, last + count(trailing[0]));
  const anchor = anchorOf(post);
  const often = frequencyOf(pre, post);
  if (often)
    return {
      ...often,
      strict: false,
      role: 'every',
      from: at - count(often.phrase),
      to: last + often.behind,
    };
  if (/^between (?:(?:any )?(?:two|one)|each|successive|consecutive)\b/.test(post))
    return { ...amountOf(pre, post, tokens, at, last, 'every'), role: 'every', to: last + 3 };
  const lapses = /^(?:to pass|to go by|to elapse|pass|go by|between (?:one|each|two))\b/.exec(post);
  if (lapses && /\b(?:allowing|letting|leaving|let|allow|leave) (?:no|not) (?:more|longer) than$/.test(pre)) {
    const isInterval = /^between/.test(lapses[0]) || /^(?:to )?\w+ (?:by )?(?:in )?between/.test(post);
    const role = isInterval ? 'every' : 'after';
    return { bound: 'max', strict: false, role, from: at - 4, to: last + count(lapses[0]) };
  }
  const passed = /^(?:have|has|had|having)? ?(?:passed|elapsed|expired|gone by|lapsed)\b/.exec(post);
  if (passed) {
    const behind = count(passed[0]);
    const isMost = /\bbefore$/.test(pre);
    return { bound: isMost ? 'max' : 'min', strict: false, role: 'after', from: at - 1, to: last + behind };
  }
  for (const [pattern, turn] of points) {
    const match = pattern.exec(pre);
    const trails = (
      turn === 'max' ? /^(?:at the latest|or (?:sooner|earlier))\b/ : /^(?:at the earliest|or later)\b/
    ).exec(post);
    const ends = turn === 'max' ? /\bat the latest\b/ : /\bat the earliest\b/;
    if (!match && !trails && !ends.test(tail)) continue;
    const turned = turn === 'max' ? 'min' : 'max';
    return {
      bound: anchor === 'before' ? turned : turn,
      strict: match !== null && passing.test(match[0]),
      role: anchor,
      from: at - count(match?.[0] ?? ''),
      to: last + count(trails?.[0] ?? ''),
    };
  }
  return amountOf(pre, post, tokens, at, last, anchor);
}

/** The words after a number up to the next number: "after the end of the contract at the earliest". */
function tailOf(tokens: readonly Token[], last: number): string {
  const words = tokens.slice(last + 1, last + 1 + longestTail);
  const end = words.findIndex(({ kind }) => kind === 'number');
  return (end < 0 ? words : words.slice(0, end)).map(({ word }) => word).join(' ');
}

const longestTail = 12;
/** Matches words of a point in time that exclude the number itself. */
const passing = /^(?:later|sooner|earlier) than$/;

function amountOf(
  pre: string,
  post: string,
  tokens: readonly Token[],
  at: number,
  last: number,
  anchor: Bound['role'],
): Bound {
  const isFor = (phrase: string): boolean =>
    /\bfor(?: a| an)?$/.test(pre.slice(0, pre.length - phrase.length).trim());
  for (const [pattern, direction] of after) {
    const match = pattern.exec(post);
    if (match)
      return { ...direction, role: isFor('') ? 'for' : anchor, from: at, to: last + count(match[0]) };
  }
  for (const [pattern, direction] of amounts) {
    const match = pattern.exec(pre);
    if (!match) continue;
    return { ...direction, role: isFor(match[0]) ? 'for' : anchor, from: at - count(match[0]), to: last };
  }
  if (anchor === 'after' && /\bin the$/.test(pre) && /^(?:after|following)\b/.test(post))
    return { bound: 'max', strict: false, role: anchor, from: at - 2, to: last };
  // The verb of "capped at EUR 5" is not a part of the limit.
  if (/\b(?:capped|limited|restricted|confined) (?:at|to)$/.test(pre))
    return { bound: 'max', strict: false, role: anchor, from: at - 1, to: last };
  const sign = signs.get(tokens[at - 1]?.word ?? '');
  if (sign) return { ...sign, role: 'amount', from: at - 1, to: last };
  return { bound: 'exact', strict: false, role: isFor('') ? 'for' : anchor, from: at, to: last };
}

function frequencyOf(
  pre: string,
  post: string,
): { bound: Bound['bound']; phrase: string; behind: number } | null {
  for (const [pattern, bound] of frequencies) {
    const match = pattern.exec(pre);
    if (!match) continue;
    const often = /^or (more|less) (?:often|frequently)\b/.exec(post);
    const length = /^or (more|longer|less|shorter)\b/.exec(post);
    if (!often && length && /(?:intervals?|cycles?|rhythm) of$/.test(match[0]))
      return { bound: /more|longer/.test(length[0]) ? 'min' : 'max', phrase: match[0], behind: 2 };
    if (/^if not more (?:often|frequently)\b/.test(post))
      return { bound: 'max', phrase: match[0], behind: 5 };
    if (/^or (?:sooner|earlier|later)\b/.test(post))
      return { bound: /^or later/.test(post) ? 'min' : 'max', phrase: match[0], behind: 2 };
    if (/^at the (?:latest|least)\b/.test(post)) return { bound: 'max', phrase: match[0], behind: 3 };
    if (often) return { bound: often[1] === 'more' ? 'max' : 'min', phrase: match[0], behind: 3 };
    return { bound, phrase: match[0], behind: 0 };
  }
  return null;
}

function anchorOf(post: string): Bound['role'] {
  if (
    /^(?:or \w+ |at the \w+ )?(?:to go |left |remaining )?(?:before|prior to|in advance of|ahead of|preceding|until|till)\b/.test(
      post,
    )
  )
    return 'before';
  if (
    /^(?:or \w+ |at the \w+ |as the \w+ \w+ )?(?:counted |calculated |running |that opens? |beginning )?(?:after|of|from|on|since|following)\b/.test(
      post,
    )
  )
    return 'after';
  return 'amount';
}

function count(phrase: string): number {
  const trimmed = phrase.trim();
  return trimmed === '' ? 0 : trimmed.split(' ').length;
}
