import type { LintCode } from '../codes.ts';
import { type Found, inDescription } from '../problem.ts';
import { type RuleReading, spanOf } from '../reading.ts';

/** Words that every reader understands differently, and duties that only a person can judge. */
export function checkPhrases({ sentences }: RuleReading): Found[] {
  return sentences.flatMap((sentence): Found[] => {
    const { start, text, elements } = sentence;
    const problemsOf = (code: LintCode, phrases: readonly Phrase[], messageOf: (words: string) => string) =>
      phrases.flatMap(({ pattern, advice }) =>
        [...text.matchAll(pattern)].map((match) =>
          inDescription(code, spanOf(start, match), messageOf(match[0]), advice),
        ),
      );
    const opinions = problemsOf(
      'not_checkable',
      opinionPhrases,
      (words) => `No document can show whether somebody meets “${words}”; a person has to judge it.`,
    );
    const hasTime = elements.some(
      (element) => element.kind === 'limit' && /^(?:seconds|months)$/.test(element.limit.dimension),
    );
    const vague = problemsOf(
      'vague_words',
      [...(hasTime ? [] : [vagueTimes]), ...vaguePhrases],
      (words) => `“${words}” has no fixed meaning, so two readers can come to different answers.`,
    );
    return withoutInner([...opinions, ...vague]);
  });
}

/** The problems without those whose place is within the place of an earlier one. */
function withoutInner(problems: readonly Found[]): Found[] {
  return problems.filter(
    ({ start, end }, at) =>
      !problems.some((other, place) => place < at && other.start <= start && end <= other.end),
  );
}

/** A phrase that makes a rule hard to check, and what its author can write in its place. */
type Phrase = { pattern: RegExp; advice: string };

const timeAdvice =
  'Write a time limit or an interval: “within 24 hours after …”, “at least once every 6 months”.';
const conditionAdvice = 'Name the cases in which the duty applies, or remove the words if it always applies.';
const measureAdvice = 'Write what is enough: a number, a standard or a list.';

/** Matches words about time without a number. A time limit in the same sentence makes them harmless. */
const vagueTimes: Phrase = {
  pattern:
    /\b(?:in an? (?:\w+ )?timely (?:manner|fashion|way)|timely|as (?:soon|early|quickly|promptly) as (?:reasonably )?(?:possible|practicable|practical|feasible)|promptly|speedily|expeditiously|swiftly|quickly|soon|without (?:undue|unreasonable|unnecessary|needless|any|further)? ?delay|in due (?:course|time)|at the earliest (?:opportunity|convenience|possible (?:time|date|moment|opportunity))|at (?:regular|suitable|frequent|periodic) intervals|on a (?:regular|periodic|frequent) basis|from time to time|regularly|periodically|frequently|routinely|within an? (?:reasonable|appropriate|suitable|short|adequate) (?:time|period|timeframe|interval)|when(?:ever)? convenient|in good time|ahead of time)\b/gi,
  advice: timeAdvice,
};

/** Matches other words that every reader understands differently. */
const vaguePhrases: readonly Phrase[] = [
  {
    pattern:
      /\b(?:(?:where|when|if|whenever|wherever|as|unless|insofar as|so far as) (?:and (?:when|where|if|as) )?(?:it is |they are |deemed |considered |reasonably |technically )?(?:necessary|appropriate|needed|required(?=[\s]*(?:[.,;]|$))|possible|practicable|practical|feasible|sensible|reasonable|suitable|relevant|advisable|warranted|convenient)|as (?:far|much) as (?:is )?(?:reasonably )?(?:possible|practicable|practical|feasible|reasonable)|to the (?:greatest |fullest |maximum )?(?:extent|degree) (?:that is )?(?:reasonably )?(?:possible|practicable|practical|feasible|reasonable|necessary|appropriate|needed)|subject to availability)\b/gi,
    advice: conditionAdvice,
  },
  {
    pattern:
      /\b(?:appropriate(?:ly)?|inappropriate(?:ly)?|reasonabl[ey]|unreasonabl[ey]|adequate(?:ly)?|inadequate(?:ly)?|sufficient(?:ly)?|suitabl[ey]|acceptabl[ey]|satisfactor(?:y|ily)|substantial(?:ly)?|significant(?:ly)?|considerabl[ey]|proportionate(?:ly)?|sensibl[ey]|as needed|properly)\b|(?<!\()\b(?:normally|generally|usually|typically|ordinarily|mostly|largely)\b/gi,
    advice: measureAdvice,
  },
  {
    pattern:
      /\b(?:(?:best|reasonable|all|every) (?:reasonable )?(?:efforts?|endeavou?rs?)|state[- ]of[- ]the[- ]art|(?:industry|market)[- ](?:standards?|practice)|(?:best|good|current|recognised|recognized) (?:industry )?practices?|generally accepted (?!accounting)\w+)\b/gi,
    advice: 'Name the standard with its version, or list what shall be done.',
  },
  {
    pattern:
      /\b(?:etc\b\.?|et cetera|and so (?:on|forth)|and the like|or similar|and similar|among others)/gi,
    advice: 'List everything that is meant.',
  },
];

/** Matches phrases whose meaning only a person can judge, each with a wording that words can show. */
const opinionPhrases: readonly Phrase[] = [
  {
    pattern:
      /(?<=\b(?:shall|must|will|should) (?:not )?(?:\p{L}+ly )?)(?:appreciate|aspire|behave|believe|care|champion|consider|cultivate|embrace|encourage|endeavou?r|foster|honou?r|inspire|nurture|promote|realise|realize|recognise|recognize|respect|strive|sympathise|sympathize|try|understand|value)\b/giu,
    advice: 'Name what a document can show: an act, a record, a number or a date.',
  },
  {
    pattern:
      /\b(?:(?:in|with) an? (?:\w+ )?(?:professional|ethical|fair|responsible|respectful|diligent|courteous|friendly|careful|transparent|efficient|effective|proper|constructive|sustainable|cooperative|collaborative|workmanlike|customer-friendly) (?:and \w+ )?(?:manner|way|fashion|spirit)|professionally|ethically|responsibly|respectfully|diligently|courteously|carefully|conscientiously|proactively|efficiently|(?<!that |which )effectively|transparently|constructively|honestly|sustainably|fairly|with (?:the )?(?:due|utmost|great|all due|appropriate|proper) (?:care|diligence|skill|respect))\b/gi,
    advice:
      'Name the act that shows it, and its limit: “The Supplier shall answer each request within 2 working days.”',
  },
  {
    pattern:
      /\b(?:user[- ]friendly|easy[- ]to[- ]use|customer[- ]friendly|intuitive(?:ly)?|modern|innovative|world[- ]class|cutting[- ]edge|leading[- ]edge|robust(?:ly)?|seamless(?:ly)?|frictionless|meaningful(?:ly)?|(?:high|good|best|highest|outstanding|excellent|superior)[- ]quality|(?:of|with|to) (?:the |an? )?(?:high|highest|good|best|outstanding|excellent|superior|top) (?:possible )?(?:quality|standards?|level)|excellent|excellence|outstanding|best possible)\b/gi,
    advice:
      'Write what can be measured: “A new user shall complete an order in at most 5 steps”, “at most 1 % of the parts are rejected”.',
  },
  {
    pattern:
      /\b(?:with (?:integrity|honesty|respect(?! to)|dignity|common sense|enthusiasm)|common sense|good faith|(?:a|the|its|their) (?:culture|spirit|climate|atmosphere) of|do (?:its|his|her|their|the) (?:very )?(?:best|utmost)|(?:show|shows|showing|have|treat\w*) (?:\w+ ){0,3}respect|team spirit|goodwill|sense of (?:responsibility|urgency|duty)|to the (?:full |complete |entire |reasonable )?satisfaction of|lead by example|be (?:committed|dedicated|mindful|considerate|polite|proactive|flexible|loyal|honest|helpful|aware of|transparent about))\b/gi,
    advice:
      'Name an act that a record can show: “Each manager shall chair a team meeting at least once a month.”',
  },
];
