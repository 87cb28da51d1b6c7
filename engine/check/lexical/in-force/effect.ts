import {
  bindingWords,
  changingWords,
  conditional,
  denials,
  endingWords,
  exampleWords,
  formerWords,
  irrelevance,
  joinedPhrases,
  notAdopted,
  replacingWords,
  unmet,
} from '../../../language/effect-words.ts';

/**
 * What a sentence says about another text:
 * - `keeps`: the text is in force.
 * - `ends`: the text is not in force, or no longer.
 * - `limits`: the text does not cover some cases.
 * - `changes`: the wording of the text has changed.
 * - `mentions`: the sentence only names the text.
 * - `unclear`: the words do not show which of these it is.
 */
export type Effect = 'keeps' | 'ends' | 'limits' | 'changes' | 'mentions' | 'unclear';

/** Matches a sentence which says that it limits nothing: "Nothing in this section shall limit the indemnities". */
export const preserving =
  /\bnothing\b[^.;]{0,80}\b(?:limits?|restricts?|reduces?|diminish(?:es)?|impairs?|prejudices?|affects?|waives?)\b|\bno (?:termination|expiration|expiry|failure|delay|invalidity)\b[^.;]{0,80}\b(?:relieves?|releases?|discharges?|affects?|impairs?|limits?|waives?)\b/i;

/** Matches a right to end a whole agreement, with no word for a part of it. */
const mayEnd =
  /^(?!.*\b(?:clause|section|paragraph|article|obligation|duty|requirement|this sentence|foregoing|waive)\b).*\b(?:may|can|(?:is|are) entitled to|has the right to|have the right to) (?:be )?(?:terminated?|end(?:ed)?|cancel(?:led)?|withdraw|rescind|resign)\b/is;

const caseOpening =
  /\b(?:where(?:ver|as)?|whenever|when|if|cases? (?:in which|where|of this (?:sort|kind)|when|of)|in which|situations (?:in which|where)|instances (?:in which|where)|in the event|on the grounds? that|the (?:event|case) that|(?<=\b(?:exemption|exception|excuse|relief) )that|events? in which|should it be|unless|to the extent|as regards|so long as)\b|(?<=\b(?:apply|applies|applied|extends?) )(?:to|in|during|on|outside)(?= (?:a|an|any|(?!(?:this|its|his)\b)[a-z]+s)\b)/i;
/** Matches the beginning of a text that grants an exception: "derogations are granted", "a waiver is agreed". */
const withholds =
  /^\W*(?:(?:a|an|the|any|every|no) )?(?:derogations?|waivers?|relief|exemptions?|exceptions?|deviations?|releases?|suspensions?|dispensations?)\b/i;
/** Matches words with which an exception is granted. */
const grants =
  /\b(?:granted|given|agreed|allowed|made|exists?|available|applies|apply|upheld|dispensed|claimed)\b/i;
/**
 * The effect that a text states, by its effect words and their denials. Effect words in the description of a case
 * ("where …") do not count.
 */
export function effectOf(text: string): Effect {
  const normal = text
    .normalize('NFKC')
    .replace(/["“”„«»]/g, ' ')
    .replace(/^\W*provided(?: always| however| further| also)*,? that\b/i, '')
    .replace(decides, '');
  if (irrelevance.test(normal)) return 'keeps';
  if (preserving.test(normal)) return 'unclear';
  // "Either party may terminate this agreement" says what can happen later, and not that a text is out of force.
  if (mayEnd.test(normal)) return 'mentions';
  const isConditional = conditional.test(normal);
  if (onlyUnless.test(normal)) return 'limits';
  if (isConditional && unmet.test(normal)) return 'ends';
  const { rest, hasCase, isExcepted } = withoutCase(normal);
  const signs = rest
    .split(/[,;:()–—]|\.\s|\b(?:which|and|but|though|although|whose|because|since then)\b/i)
    .map(signOf)
    .filter((sign) => sign !== 0);
  if (isExcepted) return signs.includes(-1) && !withholds.test(rest) ? 'unclear' : 'limits';
  const withheld = withholds.test(rest);
  if (withheld && /\b(?:none|no|not)\b/i.test(rest)) return 'keeps';
  if (withheld && (grants.test(rest) || (hasCase && /:/.test(rest)))) return hasCase ? 'limits' : 'ends';
  if (signs.includes(null)) return 'unclear';
  const timed = timeSign(rest);
  // "With effect from 2 May, the clause is deleted" says when the clause ends.
  const all =
    timed === 0 || (timed === 1 && signs.includes(-1))
      ? signs
      : [...signs.filter((sign) => sign === timed), timed];
  const minus = all.includes(-1);
  const plus = all.includes(1);
  if (isConditional && !minus) return 'unclear';
  if (minus && plus)
    return hasCase && all.at(-1) === -1
      ? 'limits'
      : all[0] === -1 && !hasCase && timed === 0 && /\bno longer\b/i.test(rest)
        ? 'ends'
        : 'unclear';
  if (minus) return hasCase ? 'limits' : 'ends';
  if (plus) return 'keeps';
  return 'unclear';
}

/** Whether a text says that something ended at a date: "in force until 3 May 2019". */
export function endsAtDate(text: string): boolean {
  return timeSign(text) === -1;
}

/** Whether a text says that the wording of another text has changed. */
export function changes(text: string): boolean {
  const { rest } = withoutCase(text);
  return (rest.toLowerCase().match(/[\p{L}-]+/gu) ?? []).some((word) => changingWords.has(word));
}

/** Whether the words before a text say that it replaces another text: "Clause 7 is replaced by the following:". */
export function replaces(introduction: string): boolean {
  // The month is not the modal.
  const undated = introduction.replace(/\b(?:\d{1,2} May|May \d{1,4})\b/g, '');
  return replacingWords.test(undated) && !notAdopted.test(undated);
}

/**
 * Whether a text has a word that ends or changes another text. Words that keep a text in force do not count, because
 * any duty can contain them.
 */
export function hasEffectWords(text: string): boolean {
  return (text.toLowerCase().match(/[\p{L}-]+/gu) ?? []).some(
    (word) => endingWords.has(word) || changingWords.has(word),
  );
}

/**
 * The text without the description of a case. The description begins with a word such as "where". It ends where the
 * text ends, or at the next comma if the text begins with the description.
 */
export function withoutCase(text: string): { rest: string; hasCase: boolean; isExcepted: boolean } {
  const match = caseOpening.exec(text);
  if (!match) return { rest: text, hasCase: false, isExcepted: false };
  const behind = text.slice(match.index + match[0].length);
  const before = text.slice(0, match.index).trim();
  const isFirst = before.split(/\s+/).filter(Boolean).length <= 2 || /[:;–—]$/.test(before);
  const stop = behind.search(isFirst ? /[,:;]/ : /[:;)–—]/);
  const ending = /^cases|^situations|^instances/i.test(match[0]) ? caseVerdict.exec(behind)?.[0] : undefined;
  const after = stop < 0 ? (ending ?? '') : behind.slice(stop);
  const opening = /unless|to the extent/i.test(match[0]) ? ` ${match[0]} ` : ' ';
  return {
    rest: `${text.slice(0, match.index)}${opening}${after}`,
    hasCase: true,
    isExcepted: excepting.test(before),
  };
}

/** Matches words before a case that take it out of what the sentence says: "in all cases other than those in which". */
const excepting =
  /\b(?:other than|except|excepting|save|saving|but not|apart from|aside from|with the exception of|to the exclusion of|barring|bar)(?: (?:for|in|to|those|such|cases?|that|situations?|instances?|the))*$/i;
/** Matches a sentence that applies only without a case: "Only if it is not the case that …, clause 7 applies". */
const onlyUnless = /^\W*only (?:if|where|when|in cases where) (?:it is not|it is not the case|no|none)\b/i;

/**
 * Matches the words at the end of the description of a case that state the effect, such as "are exempt" in "cases in
 * which … are exempt".
 */
const caseVerdict =
  /(?:\b(?:is|are|do|does|shall|will|may) (?:not|never) )?\b(?:is|are|do|does|shall|will|may|come|fall|form)\b(?!.*\b(?:is|are|do|does|shall|will|may|come|fall|form)\b).*$/;

/**
 * What a part of a sentence says about a text: 1 means that the text is in force, -1 that the text is not in force, and
 * 0 that the part says neither. Each word that ends a text and each denial turns the meaning of the words that it
 * governs: "no one is released from" keeps a text in force, "no one need observe" does not. Null if a denial governs
 * none of these words.
 */
function signOf(part: string): -1 | 0 | 1 | null {
  const normal = joinedPhrases.reduce(
    (text, [pattern, word]) => text.replace(pattern, word),
    part.toLowerCase(),
  );
  if (/\b(?:no|not) different\b|\bnot even\b|\bno exception\b/.test(normal)) return 1;
  const words = normal.match(/[\p{L}'’-]+/gu) ?? [];
  const ends = words.map(
    (word) => endingWords.has(word) && !formerWords.has(word) && !exampleWords.has(word),
  );
  const binds = words.map((word) => bindingWords.has(word));
  const last = words.findLastIndex((_, at) => ends[at] || binds[at]);
  // "The former clause" says that a clause is not in force, but "the former clause is deleted" does not deny that.
  const example = words.findIndex((word) => exampleWords.has(word));
  if (last < 0 && example < 0) return words.some((word) => formerWords.has(word)) ? -1 : 0;
  const reach = Math.max(last, example);
  const isDenial = (at: number): boolean =>
    denials.test(words[at] ?? '') && !/^(?:even|only)$/.test(words[at + 1] ?? '');
  const denied = words.filter(
    (_, at) => isDenial(at) && (at < reach || at === reach + 1 || words[at + 1] === 'longer'),
  );
  if (words.filter((_, at) => isDenial(at)).length !== denied.length) return null;
  if (example >= 0) return last < 0 ? (denied.length % 2 === 0 ? -1 : 1) : ends.includes(true) ? -1 : null;
  return (denied.length + ends.filter(Boolean).length) % 2 === 0 ? 1 : -1;
}

/** Matches the beginning of a sentence that reports a decision: "It was decided on 27 July 2021 to". */
const decides =
  /^\W*(?:[\d.]+\W+)?(?:it (?:was|is|has been)|the \w+(?: \w+)? (?:has|have)?)(?: \w+)? (?:decided|resolved|agreed|determined)(?: (?:on|at|in|by) [\p{L}\d, ]{1,40}?)? (?:to|that)\b/iu;

const date = String.raw`(?:\d{1,2}(?:st|nd|rd|th)? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)?[a-z]*\.? ?(?:\d{1,2},? )?\d{4}`;
const ended = new RegExp(
  String.raw`\b(?:until|up to|till|before|prior to|ended on|end(?:ed)? (?:on|in)|valid to|expired on|lapsed on) (?:the )?(?:end of )?${date}`,
  'i',
);
const begun = new RegExp(
  String.raw`\b(?:since|from|as of|as from|as at|with effect from|valid from) ${date}`,
  'i',
);

/**
 * -1 if a text says when something ends ("until 2019"), 1 if it says when something begins ("since 12 March 2020"),
 * otherwise 0.
 */
function timeSign(text: string): -1 | 0 | 1 {
  if (ended.test(text)) return -1;
  return begun.test(text) &&
    !/\b(?:out of date|obsolete|invalid|ineffective|void|not|no longer|cease[sd]?|repealed|deleted|removed|revoked|withdrawn|suspended|cancelled|terminated|released)\b/i.test(
      text,
    )
    ? 1
    : 0;
}
