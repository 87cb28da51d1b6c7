import { setImmediate } from 'node:timers/promises';
import type { Language } from '../../language/language.ts';
import type { Answer } from '../../model/answer.ts';
import type { CertificateFile } from '../../model/certificate.ts';
import type { Rule } from '../../model/rule.ts';
import type { Source } from '../../model/source.ts';
import type { Evidence } from '../../retrieve/evidence.ts';
import { certificateOf, ownCertificates } from '../certificates.ts';
import type { Checker, Question } from '../checker.ts';
import { absenceOf } from './absence.ts';
import { absentAnswer, decidedAnswer, type RuleEvidence } from './answer.ts';
import { askedFor } from './asked-for.ts';
import { candidatesOf, forgetSentences } from './candidates.ts';
import { comparedWith, decide, type Subject } from './compare/decide.ts';
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
  /** The certificates of the methods of checking. Default: the certificates of this release. */
  certificates?: CertificateFile;
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
    certificate: certificateOf(certificates, { method: 'lexical' }),
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
  const candidates = read(evidence.inputs);
  const subject: Subject = { passages, searched };
  const asked = language.complete
    ? askedFor(rule.description, language, evidence.terms, searched, candidates.slice(0, mostCompared))
    : [];
  const stating = candidates.slice(0, mostCompared).filter(({ states }) => states);
  const compared = asked.map((duty) => comparedWith(duty, stating, language, subject));
  const decisions = asked.map((duty, at) => decide(duty, compared[at] ?? [], subject, language));
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
  };
  if (candidates.length === 0) return absentAnswer(ruleEvidence, 'wholly');
  const isNothing = asked.length > 0 && !absences.includes(null);
  if (!isNothing) return decidedAnswer(ruleEvidence);
  return absentAnswer(ruleEvidence, absences.includes('mostly') ? 'mostly' : 'wholly');
}
