import {
  bindingWords,
  changingWords,
  conditional,
  denials,
  denyingSubject,
  endingWords,
  irrelevance,
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

const caseOpening =
  /\b(?:where(?:ver|as)?|whenever|when|if|cases? (?:in which|where|of this (?:sort|kind)|when|of)|in which|situations (?:in which|where)|instances (?:in which|where)|in the event|the (?:event|case) that|events? in which|should it be|unless|to the extent|as regards|so long as)\b|(?<=\b(?:apply|applies|applied|extends?) )(?:to|in|during|on|outside)(?= (?:a|an|any|(?!(?:this|its|his)\b)[a-z]+s)\b)/i;
/** Matches the beginning of a text that grants an exception: "derogations are granted", "a waiver is agreed". */
const withholds =
  /^\W*(?:(?:a|an|the|any|every|no) )?(?:derogations?|waivers?|relief|exemptions?|exceptions?|deviations?|releases?|suspensions?|dispensations?)\b/i;
/** Matches words with which an exception is granted. */
const grants = /\b(?:granted|given|agreed|allowed|made|exists?|available|applies|apply|upheld|dispensed)\b/i;
/** Maximum number of words between a denial and the effect word that it negates. */
const reach = 3;

/**
 * The effect that a text states, by its effect words and their denials. Effect words in the description of a case
 * ("where …") do not count.
 */
export function effectOf(text: string): Effect {
  const normal = text.normalize('NFKC').replace(/["“”„«»]/g, ' ');
  if (irrelevance.test(normal)) return 'keeps';
  const isConditional = conditional.test(normal);
  if ((isConditional || /\b(?:effect|force)\b/i.test(normal)) && unmet.test(normal)) return 'ends';
  const { rest, hasCase } = withoutCase(normal);
  const signs = rest
    .split(/[,;:()–—]|\b(?:which|that|and|but|though|although|whose|because|since then)\b/i)
    .map(signOf)
    .filter((sign) => sign !== 0);
  const withheld = withholds.test(rest);
  if (withheld && /\b(?:none|no|not)\b/i.test(rest)) return 'keeps';
  if (withheld && (grants.test(rest) || (hasCase && /:/.test(rest)))) return hasCase ? 'limits' : 'ends';
  if (signs.includes(null)) return 'unclear';
  const timed = timeSign(rest);
  const all = timed === 0 ? signs : [...signs.filter((sign) => sign === timed), timed];
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
  return replacingWords.test(introduction) && !notAdopted.test(introduction);
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
function withoutCase(text: string): { rest: string; hasCase: boolean } {
  const match = caseOpening.exec(text);
  if (!match) return { rest: text, hasCase: false };
  const behind = text.slice(match.index + match[0].length);
  const before = text.slice(0, match.index).trim();
  const isFirst = before.split(/\s+/).filter(Boolean).length <= 2 || /[:;–—]$/.test(before);
  const stop = behind.search(isFirst ? /[,:;]/ : /[:;)–—]/);
  const ending = /^cases|^situations|^instances/i.test(match[0]) ? caseVerdict.exec(behind)?.[0] : undefined;
  const after = stop < 0 ? (ending ?? '') : behind.slice(stop);
  const opening = /unless|to the extent/i.test(match[0]) ? ` ${match[0]} ` : ' ';
  return { rest: `${text.slice(0, match.index)}${opening}${after}`, hasCase: true };
}

/**
 * Matches the words at the end of the description of a case that state the effect, such as "are exempt" in "cases in
 * which … are exempt".
 */
const caseVerdict =
  /(?:\b(?:is|are|do|does|shall|will|may) (?:not|never) )?\b(?:is|are|do|does|shall|will|may|come|fall|form)\b(?!.*\b(?:is|are|do|does|shall|will|may|come|fall|form)\b).*$/;

/**
 * What a part of a sentence says about a text: 1 means that the text is in force, -1 that the text is not in force, and
 * 0 that the part says neither. Null if the words of the part conflict.
 */
function signOf(part: string): -1 | 0 | 1 | null {
  const words = part.toLowerCase().match(/[\p{L}'’-]+/gu) ?? [];
  let endings = 0;
  let bindings = 0;
  let denied = 0;
  let isEndDenied = false;
  words.forEach((word, at) => {
    const ends = endingWords.has(word);
    if (!ends && !bindingWords.has(word)) return;
    if (ends) endings += 1;
    else bindings += 1;
    const before = words.slice(Math.max(0, at - reach), at);
    const subject = denyingSubject.test(words[0] ?? '');
    if (!before.some((other) => denials.test(other)) && !subject && words[at + 1] !== 'not') return;
    denied += 1;
    if (ends) isEndDenied = true;
  });
  if (
    /\bleft out\b|\bleaves? out\b|\bset aside\b|\b(?:voted|turned) down\b|\btaken out\b|\bout of (?:force|effect|use|operation|date)\b|\bwithout (?:force|effect)\b|\bput off\b|\bin (?:reserve|abeyance|suspense)\b|\bno (?:further )?application\b|\bno longer given\b|\b(?:contrary|opposite|reverse) (?:is|applies)\b/.test(
      words.join(' '),
    )
  )
    endings += 1;
  if (endings === 0 && bindings === 0) return 0;
  if (/\b(?:no|not) different\b|\bnot even\b|\bno exception\b/.test(words.join(' '))) return 1;
  if (endings > 0 && bindings > 0) return mixed.test(part) ? (isEndDenied && endings === 1 ? 1 : -1) : null;
  if (bindings > 1 && denied > 0 && bindings !== denied) return null;
  const positive = endings === 0;
  return positive === (denied === 0) ? 1 : -1;
}

/** Matches words that end what the word after them names: "ceases to apply", "loses its force". */
const mixed =
  /\b(?:out of|ceas\w+|cease[sd]? to|stop\w*|no longer|lost|los(?:es?|ing)|deleted|removed|excluded|withdrawn|suspended|repealed|revoked|waived|exempt\w*|released|expired|lapsed|refus\w+|declin\w+)\b/i;

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
