import type { QuoteLocator } from '../../cite/quote-locator.ts';
import type { Answer, ClaimedQuote, ClaimedValue } from '../../model/answer.ts';
import type { Role } from '../../model/source.ts';
import type { RuleAnswer } from './answer-form.ts';
import { withoutMark } from './datamark.ts';
import { visible } from './hidden-characters.ts';
import type { ShownDocuments } from './shown-documents.ts';

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
export function toAnswer(given: RuleAnswer, { mark, ids }: ShownDocuments, locator: QuoteLocator): Answer {
  const quoted = [
    ...given.quotes,
    ...given.exceptions.map((exception) => ({ ...exception, stance: 'qualifies' as const })),
  ];
  const claims = quoted
    .slice(0, mostQuotes)
    .map(({ passage, quote, stance }): ClaimedQuote & { role: Role } => {
      const shown = ids.get(passage.trim())?.passage ?? null;
      const words = withoutMark(quote, mark).trim();
      const isIn = (role: Role) => locator.locate(role, words, shown?.id ?? '') !== null;
      const roles: Role[] =
        shown?.source.role === 'authority' ? ['authority', 'input'] : ['input', 'authority'];
      const role = roles.find(isIn) ?? 'input';
      return { passage: shown?.id ?? '', quote: words, stance, role };
    });
  const evidence = claims.filter(({ role }) => role === 'input');
  const places = claims.map((claim) => evidence.indexOf(claim));
  return {
    quotes: evidence.map(plain),
    basis: claims.filter(({ role }) => role === 'authority').map(plain),
    statement: visible(withoutMark(given.answer, mark)).slice(0, longestStatement),
    outcome: given.outcome,
    support: quoted.length > mostQuotes ? 'partial' : supportOf(given, evidence),
    reasons: [],
    toSettle: [
      ...given.missing
        .slice(0, mostMissing)
        .map((missing) => `Not shown by the quotes: ${visible(missing).slice(0, longestMissing)}`),
      ...(quoted.length > mostQuotes
        ? [`The model named ${quoted.length} quotes; only the first ${mostQuotes} are shown.`]
        : []),
    ],
    values: given.values.slice(0, mostValues).map((value) => claimedValue(value, places)),
    nearest: [],
  };
}

function plain({ passage, quote, stance }: ClaimedQuote): ClaimedQuote {
  return { passage, quote, stance };
}

function supportOf({ outcome, missing }: RuleAnswer, evidence: readonly ClaimedQuote[]): Answer['support'] {
  if (evidence.length === 0) return 'unrelated';
  const has = (stance: ClaimedQuote['stance']) => evidence.some((quote) => quote.stance === stance);
  const fits = outcome === 'violated' ? has('contradicts') : has('supports') || outcome === 'not_applicable';
  const open = outcome === 'undetermined' || outcome === 'conflicting';
  return fits && !open && missing.length === 0 ? 'entails' : 'partial';
}

function claimedValue(
  { name, value, unit, quotes }: RuleAnswer['values'][number],
  places: readonly number[],
): ClaimedValue {
  return {
    name: name.slice(0, longestValue),
    value: typeof value === 'string' ? value.slice(0, longestValue) : value,
    ...(unit ? { unit: unit.slice(0, longestValue) } : {}),
    quotes: quotes.flatMap((quote) => {
      const place = places[quote];
      return place === undefined || place < 0 ? [] : [place];
    }),
  };
}
