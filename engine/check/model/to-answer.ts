import { quotedSpan } from '../../cite/locate-quote.ts';
import { fold } from '../../cite/match/fold.ts';
import { strictMatches } from '../../cite/match/strict-match.ts';
import type { QuoteLocator } from '../../cite/quote-locator.ts';
import { quoteText } from '../../cite/quote-text.ts';
import type { Answer, ClaimedQuote, ClaimedValue } from '../../model/answer.ts';
import type { Stance } from '../../model/citation.ts';
import type { Outcome } from '../../model/finding.ts';
import type { kindOf } from '../../model/rule.ts';
import type { Role, Source, Span } from '../../model/source.ts';
import type { PointingAnswer, RuleAnswer } from './answer-form.ts';
import { visible, withoutMark } from './datamark.ts';
import type { ShownDocuments, ShownSentence } from './shown-documents.ts';

const longestStatement = 800;
const longestMissing = 300;
/**
 * Maximum number of quotes of an answer. Further quotes are dropped, and the answer then counts as partly supported.
 */
const mostQuotes = 20;
const mostMissing = 10;
const mostValues = 50;
const longestValue = 2_000;

/**
 * Converts a model's answer. A quote of an input file is evidence, and a quote of a knowledge file states the duty
 * (`basis`), whichever passage the model named. If the outcome does not fit the stances of the quotes, the answer
 * counts as partly supported.
 */
export function toAnswer(
  given: RuleAnswer,
  { mark, ids }: ShownDocuments,
  locator: QuoteLocator,
  kind: Kind,
): Answer {
  const outcome = outcomeOf(kind, given.outcome);
  const quoted = [
    ...given.quotes,
    ...given.exceptions.map((exception) => ({ ...exception, stance: 'qualifies' as const })),
  ];
  const claims = quoted.slice(0, mostQuotes).map(({ passage, quote, stance }, at): Claim => {
    const shown = ids.get(passage.trim())?.passage ?? null;
    const words = withoutMark(quote, mark).trim();
    const isIn = (role: Role) => locator.locate(role, words, shown?.id ?? '') !== null;
    const roles: Role[] =
      shown?.source.role === 'authority' ? ['authority', 'input'] : ['input', 'authority'];
    const role = roles.find(isIn) ?? 'input';
    return { passage: shown?.id ?? '', quote: words, stance: stanceOf(outcome, stance), role, numbers: [at] };
  });
  const values = given.values.map(({ quotes, ...value }) => ({ ...value, numbers: quotes }));
  return answerOf({ ...given, values, outcome, mark, claimed: quoted.length }, claims);
}

/** A claimed quote of a file with a role, and the numbers by which values refer to it. */
type Claim = ClaimedQuote & { role: Role; numbers: number[] };

type Given = Pick<RuleAnswer, 'answer' | 'missing' | 'outcome'> & {
  values: (Omit<RuleAnswer['values'][number], 'quotes'> & { numbers: readonly number[] })[];
  mark: string;
  /** The number of quotes that the model named, of which `mostQuotes` are claims. */
  claimed: number;
};

function answerOf(given: Given, claims: readonly Claim[]): Answer {
  const evidence = claims.filter(({ role }) => role === 'input');
  const isShort = given.claimed > mostQuotes;
  return {
    quotes: evidence.map(plain),
    basis: claims.filter(({ role }) => role === 'authority').map(plain),
    statement: visible(withoutMark(given.answer, given.mark)).slice(0, longestStatement),
    outcome: given.outcome,
    support: isShort ? 'partial' : supportOf(given, evidence),
    reasons: [],
    toSettle: [
      ...given.missing.slice(0, mostMissing).map(notShown),
      ...(isShort
        ? [`The model named ${given.claimed} quotes; only the first ${mostQuotes} are shown.`]
        : []),
    ],
    values: given.values.slice(0, mostValues).map((value) => claimedValue(value, evidence)),
    nearest: [],
  };
}

function plain({ passage, quote, stance, at }: ClaimedQuote): ClaimedQuote {
  return { passage, quote, stance, ...(at && { at }) };
}

/**
 * Converts an answer that points at sentences: the quotes are cut from the sources. An outcome without sentences rests
 * on the closest one. `words` narrow a sentence if they are in it, or in the heading above it. Neighbouring sentences of
 * one passage with the same stance are one quote. A number without a sentence is a quote that cannot be located.
 */
export function toPointedAnswer(
  given: PointingAnswer,
  { mark, numbers }: ShownDocuments,
  kind: Kind,
): Answer {
  const outcome = outcomeOf(kind, given.outcome);
  const pointed = (given.sentences.length > 0 ? given.sentences : onlyClosest(given.closest, outcome))
    .slice(0, mostQuotes)
    .map((one) => ({ ...one, stance: stanceOf(outcome, one.stance) }));
  const claims: Claim[] = [];
  for (const { number, stance, words } of pointed) {
    const named = numbers.get(number);
    if (named === undefined) {
      claims.push({ passage: '', quote: '', stance, role: 'input', numbers: [number] });
      continue;
    }
    const { passage, sentence } = named;
    const at = narrowed(passage.source, sentence, withoutMark(words ?? '', mark));
    const isWhole = at === sentence.span;
    const last = claims.at(-1);
    if (isWhole && last?.at && last.stance === stance && last.passage === passage.id) {
      const before = numbers.get(last.numbers.at(-1) ?? 0)?.sentence;
      if (before?.number === number - 1 && last.at.end === before.span.end) {
        last.at = { start: last.at.start, end: at.end };
        last.quote = quoteText(passage.source.content, last.at);
        last.numbers.push(number);
        continue;
      }
    }
    const quote = quoteText(passage.source.content, at);
    claims.push({ passage: passage.id, quote, stance, at, role: passage.source.role, numbers: [number] });
  }
  const values = given.values.map(({ sentences, ...value }) => ({ ...value, numbers: sentences }));
  return {
    ...answerOf({ ...given, values, outcome, mark, claimed: given.sentences.length }, claims),
    ...(typeof given.flagged === 'boolean' && kind === 'question' && { flagged: given.flagged }),
  };
}

type Pointer = PointingAnswer['sentences'][number];

/** The pointer that an answer rests on if it has no other. An answer that leaves the outcome open rests on none. */
function onlyClosest(number: PointingAnswer['closest'], outcome: Outcome): Pointer[] {
  if (typeof number !== 'number' || outcome === 'undetermined') return [];
  return [{ number, stance: outcome === 'violated' ? 'contradicts' : 'supports' }];
}

type Kind = ReturnType<typeof kindOf>;

/** A question can only be answered, and a duty only be met or broken, whatever the model calls the outcome. */
function outcomeOf(kind: Kind, outcome: Outcome): Outcome {
  if (outcome === 'conflicting' || outcome === 'undetermined') return outcome;
  if (kind === 'question') return 'answered';
  return outcome === 'answered' ? 'undetermined' : outcome;
}

/** No sentence speaks against a question: one that denies what is asked answers it too. */
function stanceOf(outcome: Outcome, stance: Stance): Stance {
  return outcome === 'answered' && stance === 'contradicts' ? 'supports' : stance;
}

/** The words in the sentence or in the heading above it, or the whole sentence if they are in neither. */
function narrowed({ content }: Source, { span, heading }: ShownSentence, words: string): Span {
  const claim = fold(words);
  if (claim.chars === '') return span;
  for (const place of heading ? [span, heading] : [span]) {
    const text = fold(content.text.slice(place.start, place.end));
    for (const { from, to } of strictMatches(claim, text)) {
      const [start = 0, end = 0] = [text.starts[from], text.ends[to - 1]];
      return quotedSpan(content, { start: place.start + start, end: place.start + end }, words, claim).span;
    }
  }
  return span;
}

function notShown(missing: string): string {
  return `Not shown by the quotes: ${visible(missing).slice(0, longestMissing)}`;
}

function supportOf(
  { outcome, missing }: Pick<RuleAnswer, 'outcome' | 'missing'>,
  evidence: readonly ClaimedQuote[],
): Answer['support'] {
  if (evidence.length === 0) return 'unrelated';
  const has = (stance: ClaimedQuote['stance']) => evidence.some((quote) => quote.stance === stance);
  const fits = outcome === 'violated' ? has('contradicts') : has('supports') || outcome === 'not_applicable';
  const open = outcome === 'undetermined' || outcome === 'conflicting';
  return fits && !open && missing.length === 0 ? 'entails' : 'partial';
}

function claimedValue(
  { name, value, unit, numbers }: Given['values'][number],
  evidence: readonly Claim[],
): ClaimedValue {
  return {
    name: name.slice(0, longestValue),
    value: typeof value === 'string' ? value.slice(0, longestValue) : value,
    ...(unit ? { unit: unit.slice(0, longestValue) } : {}),
    quotes: evidence.flatMap((claim, at) =>
      claim.numbers.some((number) => numbers.includes(number)) ? [at] : [],
    ),
  };
}
