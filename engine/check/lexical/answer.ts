import { quoteText } from '../../cite/quote-text.ts';
import { contentTerms } from '../../language/content.ts';
import type { Language } from '../../language/language.ts';
import type { RenamedParty } from '../../language/party-roles.ts';
import type { Answer, ClaimedQuote } from '../../model/answer.ts';
import type { Passages } from '../../model/passage.ts';
import type { Rule } from '../../model/rule.ts';
import type { RuleTerm } from '../../retrieve/evidence.ts';
import type { Absence } from './absence.ts';
import type { Candidate } from './candidates.ts';
import type { Compared } from './compare/compared.ts';
import { isConfirmed } from './compare/confirm.ts';
import type { Decision } from './compare/decide.ts';
import type { Bearing } from './in-force/bearing.ts';
import { mostPlaces, type Place, placesToRead } from './places.ts';
import { nextSteps } from './wording/next-steps.ts';
import { nearMiss, shortened } from './wording/phrases.ts';
import { nothingAbout, stated } from './wording/stated.ts';

/** The evidence for one rule. */
export type RuleEvidence = {
  rule: Rule;
  terms: readonly RuleTerm[];
  /** The decision about each duty that the rule asks for. */
  decisions: readonly Decision[];
  /** The clauses that were compared with each duty. */
  compared: readonly (readonly Compared[])[];
  /** For each duty, whether nothing in the documents bears on it. */
  absent: readonly boolean[];
  /** Sentences of input files, best first. */
  places: readonly Place[];
  /** Sentences of knowledge files, best first. */
  basis: readonly Candidate[];
  passages: Passages;
  language: Language;
  /** The parties that the documents name with other words than the rule, if the outcome depends on it. */
  renamed: readonly RenamedParty[];
};

const mostBearings = 3;
const mostNearest = 3;
const mostBasis = 2;
/**
 * A sentence of a knowledge file is quoted as a basis of the answer if it contains at least this share of the rule's
 * words.
 */
const basisCoverage = 0.4;

const readShort = 'Read the document: it is short, and can say the same in other words.';

/**
 * The answer if nothing in the input files bears on the rule. It shows the nearest passages, each with the reason why
 * the passage does not bear on the rule. `isShort`: a person can soon read all of the files.
 */
export function absentAnswer(ruleEvidence: RuleEvidence, absence: Absence, isShort: boolean): Answer {
  const { rule } = ruleEvidence;
  return {
    quotes: [],
    basis: basisOf(ruleEvidence),
    statement: `No passage bears on ${/\d/.test(rule.name) ? 'this rule' : `“${rule.name}”`}: none has more than a small part of its words or of their synonyms.`,
    outcome: 'undetermined',
    support: 'unrelated',
    reasons: [],
    ...(absence === 'mostly'
      ? {
          mayBear: true,
          toSettle: [
            'Read the nearest passages: a passage has a word of the rule, perhaps in another sense.',
          ],
        }
      : { toSettle: isShort ? [readShort] : [] }),
    values: [],
    nearest: nearestOf(ruleEvidence, []),
  };
}

/**
 * Composes the answer from the decisions about the duties. If the tests decide no outcome, the answer quotes sentences
 * for a reviewer to read.
 */
export function decidedAnswer(ruleEvidence: RuleEvidence): Answer {
  const { decisions, compared, language, renamed } = ruleEvidence;
  const outcome = outcomeOf(ruleEvidence);
  const confirmed =
    outcome !== 'undetermined' &&
    renamed.length === 0 &&
    decisions.every((decision, at) => isConfirmed(decision, compared[at] ?? [], language)) &&
    new Set(decisions.map((one) => one.outcome)).size === 1;
  const shown = decisions.filter((decision) => decision.compared !== null);
  const stance = (quote: ClaimedQuote): ClaimedQuote =>
    outcome === 'partly_satisfied' && quote.stance === 'contradicts'
      ? { ...quote, stance: 'qualifies' }
      : quote;
  const quotes =
    outcome === 'undetermined'
      ? openQuotes(ruleEvidence)
      : shown
          .flatMap((one) =>
            quotesOf(one, outcome === 'partly_satisfied' && ruleEvidence.absent.includes(true)),
          )
          .map(stance);
  const instructs =
    shown.some((decision) => decision.compared?.candidate.instructs) ||
    (outcome === 'undetermined' &&
      ruleEvidence.places.slice(0, mostPlaces).some(({ candidate }) => candidate.instructs));
  return {
    quotes,
    basis: basisOf(ruleEvidence),
    statement: statementOf(ruleEvidence, outcome),
    composed: true,
    outcome,
    support: confirmed ? 'entails' : 'partial',
    reasons: confirmed
      ? []
      : [
          ...(outcome === 'conflicting' ? (['conflicting_evidence'] as const) : []),
          'lexical_match' as const,
          ...(instructs ? (['instruction_like_text'] as const) : []),
        ],
    toSettle: confirmed
      ? []
      : [
          ...new Set([
            ...renamed.map(
              (party) => `Check that the document’s “${party.document}” is the rule’s “${party.rule}”.`,
            ),
            ...decisions
              .filter((one) => one.outcome !== 'satisfied' || decisions.length === 1)
              .flatMap((one) => nextSteps(one, ruleEvidence.passages)),
          ]),
        ],
    values: [],
    nearest: nearestOf(
      ruleEvidence,
      shown.flatMap((decision) => decision.compared?.candidate ?? []),
    ),
  };
}

/**
 * Combines the outcomes of a rule's duties into one outcome. A rule is partly satisfied if one duty is met and another
 * duty is violated, limited or absent.
 */
function outcomeOf({ decisions, absent }: RuleEvidence): Decision['outcome'] {
  const outcomes = decisions.map((decision) => decision.outcome);
  const [first] = outcomes;
  if (outcomes.every((one) => one === first)) return first ?? 'undetermined';
  if (outcomes.includes('conflicting')) return 'conflicting';
  const isOpen = outcomes.some((one, at) => one === 'undetermined' && !absent[at]);
  if (isOpen) return 'undetermined';
  return outcomes.some((one) => one === 'satisfied' || one === 'partly_satisfied')
    ? 'partly_satisfied'
    : outcomes.includes('violated')
      ? 'violated'
      : 'undetermined';
}

/**
 * What the documents say about the duties of the rule that decide the outcome, or because of which there is no outcome.
 */
function statementOf(ruleEvidence: RuleEvidence, outcome: Decision['outcome']): string {
  const { decisions, absent, passages } = ruleEvidence;
  const [first] = decisions;
  if (!first) return 'Words alone do not decide this rule: the tests of the words are for English text only.';
  if (isNothingAbout(ruleEvidence, outcome)) return nothingAbout;
  if (decisions.length === 1) return stated(first, passages);
  const isPartly = outcome === 'partly_satisfied';
  const shown = decisions.filter(
    (one) =>
      isPartly || one.outcome === outcome || (outcome === 'undetermined' && one.outcome !== 'satisfied'),
  );
  const sentences = (shown.length > 0 ? shown : [first]).map((one) =>
    isPartly && absent[decisions.indexOf(one)]
      ? `No passage states the rule’s other duty: “${shortened(one.asked.statement.text)}”`
      : stated(one, passages),
  );
  return [...new Set(sentences)].join(' ');
}

/** Whether the tests decide nothing, and no sentence of the input files is clearly about the rule. */
function isNothingAbout({ decisions, places }: RuleEvidence, outcome: Decision['outcome']): boolean {
  return (
    outcome === 'undetermined' &&
    !places[0]?.isAbout &&
    decisions.every(({ compared, standing }) => compared === null && standing === null)
  );
}

function quotesOf(
  { compared, standing, decisive, against, outcome }: Decision,
  isPart: boolean,
): ClaimedQuote[] {
  if (!compared) return [];
  const isAgainst = outcome === 'violated';
  const own =
    decisive && (outcome === 'violated' || decisive.effect === 'changes')
      ? 'qualifies'
      : isAgainst
        ? 'contradicts'
        : 'supports';
  const violates = compared.verdict.outcome === 'violated';
  const main = quoted(
    compared.candidate,
    outcome === 'conflicting' ? (violates ? 'contradicts' : 'supports') : own,
  );
  // If one duty is met and another duty is absent, the rest of the clause is quoted to show the absence.
  const rest = isPart
    ? (standing?.beside ?? [])
        .slice(0, mostBearings)
        .map(({ passage, text }): ClaimedQuote => ({ passage: passage.id, quote: text, stance: 'qualifies' }))
    : [];
  const bearings = (standing?.bearings ?? [])
    .filter((one) => one.line !== null && one !== decisive && !isMentioned(one))
    .slice(0, mostBearings);
  return [
    ...(decisive
      ? bearingQuote(
          decisive,
          decisive.effect === 'limits'
            ? 'qualifies'
            : isAgainst
              ? 'contradicts'
              : outcome === 'satisfied'
                ? 'supports'
                : 'qualifies',
        )
      : []),
    ...main,
    ...rowQuote(compared),
    ...rest,
    ...(against
      ? quoted(
          against.candidate,
          against.verdict.outcome === 'violated'
            ? 'contradicts'
            : outcome === 'conflicting' && violates
              ? 'supports'
              : 'qualifies',
        )
      : []),
    ...bearings.flatMap((bearing) => bearingQuote(bearing, 'qualifies')),
  ];
}

/** Whether a passage only names the clause, or has so few words that a quote of them shows no place. */
function isMentioned({ effect, likely, text }: Bearing): boolean {
  return effect === 'mentions' || likely === 'mentions' || wordsOf(text) < leastQuoted;
}

function bearingQuote({ line }: Bearing, stance: ClaimedQuote['stance']): ClaimedQuote[] {
  return line ? [{ passage: line.passage.id, quote: line.text, stance }] : [];
}

/**
 * Quotes the row of a table that contains the clause's value, for a clause that refers to the table instead of stating
 * the value.
 */
function rowQuote({ row, verdict }: Compared): ClaimedQuote[] {
  const stance = verdict.outcome === 'violated' ? 'contradicts' : 'supports';
  return row ? [{ passage: row.line.passage.id, quote: row.text, stance }] : [];
}

/** Quotes of the sentences for a reviewer to read, and of the sentences that bear on them. */
function openQuotes({ decisions, places }: RuleEvidence): ClaimedQuote[] {
  const first = decisions.flatMap(({ compared }) => compared?.candidate ?? []);
  const bearings = decisions
    .flatMap(({ standing }) => standing?.bearings ?? [])
    .filter((one) => !isMentioned(one))
    .slice(0, mostBearings);
  const read = placesToRead(first, places);
  const long = read.filter(({ text, leadIn }) => leadIn !== null || wordsOf(text) >= leastQuoted);
  const shown = long.length > 0 ? long : read;
  return [
    ...shown.flatMap((candidate) => quoted(candidate, 'qualifies')),
    ...bearings.flatMap((bearing) => bearingQuote(bearing, 'qualifies')),
  ];
}

/**
 * Quotes a sentence. A list item is quoted with the lead-in of its list, because the item alone is not a statement. A
 * lead-in of a few words, such as "The supplier shall:", can occur in many places, so it is quoted together with the
 * items up to this one.
 */
function quoted(
  { passage, sentence, text, leadIn }: Candidate,
  stance: ClaimedQuote['stance'],
): ClaimedQuote[] {
  const own = { passage: passage.id, quote: text, stance };
  if (leadIn === null || !/[:—–,;]\s*$/.test(leadIn)) return [own];
  const start = sentence.leadIn?.start ?? sentence.start;
  const isShort = wordsOf(leadIn) < leastQuoted && sentence.end - start <= longestList;
  return isShort
    ? [{ ...own, quote: quoteText(passage.source.content, { start, end: sentence.end }) }]
    : [own, { ...own, quote: leadIn }];
}

/** Fewer words can occur in many places, so that a quote of them shows no place. */
const leastQuoted = 5;
/** A lead-in is quoted together with the items after it if all have at most this many characters. */
const longestList = 1_000;

function wordsOf(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

function basisOf({ basis }: RuleEvidence): ClaimedQuote[] {
  return basis
    .filter(({ coverage }) => coverage >= basisCoverage)
    .slice(0, mostBasis)
    .map(({ passage, text }) => ({ passage: passage.id, quote: text, stance: 'defines' }));
}

/** The best sentence of each of the best passages from which nothing is quoted. */
function nearestOf(
  { places, terms, rule, language }: RuleEvidence,
  shown: readonly Candidate[],
): Answer['nearest'] {
  // A rule's name helps to find passages, but a passage does not lack anything if it does not repeat the name.
  const inDescription = new Set(contentTerms(rule.description, language));
  const asked = terms.filter(({ term }) => inDescription.has(term));
  const seen = new Set(shown.map(({ passage }) => passage.id));
  const nearest: Answer['nearest'] = [];
  for (const { candidate } of places) {
    if (nearest.length >= mostNearest) break;
    if (seen.has(candidate.passage.id)) continue;
    seen.add(candidate.passage.id);
    const { start, end } = candidate.sentence;
    nearest.push({ passage: candidate.passage.id, span: { start, end }, why: nearMiss(asked, candidate) });
  }
  return nearest;
}
