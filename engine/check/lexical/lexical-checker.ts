import { setImmediate } from 'node:timers/promises';
import { consentForm } from '../../language/consent-forms.ts';
import type { Language } from '../../language/language.ts';
import { partiesNamed, type RenamedParty, withDocumentNames } from '../../language/party-roles.ts';
import type { Answer } from '../../model/answer.ts';
import type { Certificate } from '../../model/certificate.ts';
import { kindOf, type Rule } from '../../model/rule.ts';
import type { Source } from '../../model/source.ts';
import type { Evidence } from '../../retrieve/evidence.ts';
import { certificatesOf, ownCertificates } from '../certificates.ts';
import type { Checker, Question } from '../checker.ts';
import { absenceOf, isSoonRead } from './absence.ts';
import { absentAnswer, decidedAnswer, type RuleEvidence } from './answer.ts';
import { askedFor } from './asked-for.ts';
import { candidatesOf, forgetSentences } from './candidates.ts';
import type { Asked } from './compare/asked.ts';
import { type Compared, comparedWith, type Subject } from './compare/compared.ts';
import { type Decision, decide } from './compare/decide.ts';
import { forgetClauses } from './in-force/clause-map.ts';
import { estimateOf, type LearnedWeights, measured } from './learned/estimate.ts';
import type { MeasuredRule } from './learned/features.ts';
import { learnedWeights } from './learned/weights.ts';
import { parseRule } from './parsed-rule.ts';
import { nearestFirst, placesOf } from './places.ts';
import { languageOf } from './text-language.ts';

export type LexicalCheckerOptions = {
  /**
   * Weights to use for a rule in place of the learned weights. They are set to evaluate rules that were in the training
   * data.
   */
  weightsFor?: (rule: Rule) => LearnedWeights;
  /** The certificates of all checkers. Default: those of this release. */
  certificates?: readonly Certificate[];
};

/** How many of the best sentences are compared with a rule part by part. */
const mostCompared = 24;

/**
 * Checks rules without a model, by comparing words. An answer is fully supported only if it passes every test of
 * `isConfirmed`; any other answer is partly supported and says what a reviewer should check. Weights learned from
 * statements about agreements rank the sentences that may bear on a rule.
 */
export function createLexicalChecker({
  weightsFor = () => learnedWeights,
  certificates = ownCertificates,
}: LexicalCheckerOptions = {}): Checker {
  const languages = new WeakMap<Source, Language>();
  const knownLanguage = ({ evidence: { inputs } }: Question): Language => {
    const source = inputs[0]?.passage.source;
    const known = (source && languages.get(source)) ?? languageOf(inputs);
    if (source) languages.set(source, known);
    return known;
  };
  return {
    method: 'lexical',
    certificates: certificatesOf(certificates, { method: 'lexical' }),
    concurrency: 1,
    forget({ searched }) {
      for (const source of searched) {
        if (source.role !== 'input') continue;
        forgetSentences(source);
        forgetClauses(source);
      }
    },
    async check(question, { signal }) {
      await setImmediate(undefined, { signal });
      return {
        answer: answerTo(question, knownLanguage(question), weightsFor(question.rule)),
        checker: { method: 'lexical' },
      };
    },
  };
}

/** The features of a rule for training; null if the learned weights do not apply to the rule. */
export function measuredRule(rule: Rule, evidence: Evidence): MeasuredRule | null {
  const language = languageOf(evidence.inputs);
  const parsedRule = parseRule(rule, evidence.terms, language);
  return measured(
    parsedRule,
    evidence,
    candidatesOf(evidence.inputs, parsedRule, evidence.terms, language),
    language,
  );
}

function answerTo(
  { rule, evidence, passages, searched }: Question,
  language: Language,
  weights: LearnedWeights,
): Answer {
  const parsedRule = parseRule(rule, evidence.terms, language);
  const read = (ranked: typeof evidence.inputs) => candidatesOf(ranked, parsedRule, evidence.terms, language);
  const subject: Subject = { passages, searched };
  const candidates = read(evidence.inputs);
  // Words can find the passages that may answer a question, or that there are none; the answer is for a reader.
  const isQuestion = kindOf(rule) === 'question';
  const compareWith = (description: string): DutyDecisions => {
    const nearest = candidates.slice(0, mostCompared);
    const asked = language.complete ? askedFor(description, language, evidence.terms, searched, nearest) : [];
    const stating = nearest.filter(({ states }) => states);
    const compared = asked.map((duty) => comparedWith(duty, stating, language, subject));
    const decisions = asked.map((duty, at) => {
      const decision = decide(duty, compared[at] ?? [], subject, language);
      return isQuestion ? { ...decision, outcome: 'undetermined' as const } : decision;
    });
    return { asked, compared, decisions };
  };
  const { asked, compared, decisions, renamed } = decided(compareWith, rule.description, searched);
  const rows = candidates.map(({ text, row, context, headingLine }) => ({
    text,
    own: row,
    terms: [...row, ...context],
    isHeading: headingLine,
  }));
  const isOpen = decisions.some(({ outcome }) => outcome === 'undetermined');
  const absences = asked.map((duty, at) =>
    isOpen && decisions[at]?.outcome === 'undetermined'
      ? absenceOf(duty, evidence.terms, rows, subject, language)
      : null,
  );
  const estimate = estimateOf(parsedRule, evidence, candidates, language, weights);
  const learned = estimate?.bearing ?? [];
  const places = placesOf(candidates, evidence.inputs, learned, evidence.terms, asked, parsedRule);
  const ruleEvidence: RuleEvidence = {
    rule,
    terms: evidence.terms,
    decisions: decisions.map((decision, at) =>
      nearestFirst(decision, compared[at] ?? [], places, asked.length === 1),
    ),
    compared,
    absent: absences.map((absence) => absence !== null),
    places,
    basis: read(evidence.authority),
    passages,
    language,
    renamed,
  };
  const isShort = isSoonRead(subject);
  if (candidates.length === 0) return absentAnswer(ruleEvidence, 'wholly', isShort);
  const isNothing = asked.length > 0 && !absences.includes(null);
  if (!isNothing) {
    const answer = decidedAnswer(ruleEvidence);
    return isQuestion ? { ...answer, statement: unanswered, toSettle: [readForAnswer] } : answer;
  }
  return absentAnswer(ruleEvidence, absences.includes('mostly') ? 'mostly' : 'wholly', isShort);
}

const unanswered =
  'Words alone do not answer a question. Read the passages shown first; the answer may also be elsewhere.';
const readForAnswer = 'Read the passages shown, and write the answer into a review.';

/** The duties that a rule asks for, the sentences compared with each of them, and the decision on each of them. */
type DutyDecisions = { asked: Asked[]; compared: Compared[][]; decisions: Decision[] };

/**
 * The decisions on a rule. If its own words lead to no outcome, it is compared in other words too: a rule that makes an
 * act depend on somebody's consent as a ban, and a rule with other names of the parties than the documents with the
 * documents' names. `renamed` are these names, if the outcome depends on them.
 */
function decided(
  compareWith: (description: string) => DutyDecisions,
  description: string,
  searched: readonly Source[],
): DutyDecisions & { renamed: readonly RenamedParty[] } {
  const own = compareWith(description);
  const nothing = { ...own, renamed: [] };
  const isDecided = ({ decisions }: DutyDecisions): boolean =>
    decisions.length > 0 && decisions.every(({ outcome }) => outcome !== 'undetermined');
  if (isDecided(own)) return nothing;
  const isOpen = own.decisions.every(({ compared }) => compared?.verdict.outcome == null);
  const ban = isOpen ? consentForm(description) : null;
  const banned = ban === null ? null : compareWith(ban);
  if (banned && isDecided(banned)) return { ...banned, renamed: [] };
  const named = withDocumentNames(description, {
    parties: partiesIn(searched),
    hasWord: (word) => searched.some(({ role, content }) => role === 'input' && hasName(content.text, word)),
  });
  if (!named) return nothing;
  for (const text of [named.text, consentForm(named.text)]) {
    const other = text === null ? null : compareWith(text);
    if (other && isDecided(other)) return { ...other, renamed: named.renamed };
  }
  return nothing;
}

function hasName(text: string, name: string): boolean {
  return new RegExp(
    String.raw`(?<![\p{L}-])${name.replaceAll(' ', String.raw`\s`)}s?(?![\p{L}-])`,
    'iu',
  ).test(text);
}

const parties = new WeakMap<Source, Map<string, string>>();

/** The names of parties in the input files. */
function partiesIn(searched: readonly Source[]): Map<string, string> {
  return new Map(
    searched
      .filter(({ role }) => role === 'input')
      .flatMap((source) => {
        const known = parties.get(source) ?? partiesNamed(source.content.text);
        parties.set(source, known);
        return [...known];
      }),
  );
}
