import { setImmediate } from 'node:timers/promises';
import { detectLanguage } from '../../language/detect.ts';
import { english } from '../../language/english.ts';
import type { Language } from '../../language/language.ts';
import type { Answer } from '../../model/answer.ts';
import type { Rule } from '../../model/rule.ts';
import type { Source } from '../../model/source.ts';
import type { Evidence } from '../../retrieve/evidence.ts';
import type { Checker, Question } from '../checker.ts';
import { absentAnswer, partialAnswer, type RuleEvidence, supportedAnswer } from './answer.ts';
import { type Candidate, candidatesOf, forgetSentences } from './candidates.ts';
import { failuresOf } from './gates.ts';
import { estimateOf, type LearnedWeights, measured } from './learned/estimate.ts';
import type { MeasuredRule } from './learned/features.ts';
import { learnedWeights } from './learned/weights.ts';
import { type ParsedRule, parseRule } from './parsed-rule.ts';
import { isFound } from './rule-presence.ts';

/** How many sentences are checked against all gates. */
const gated = 8;
/** An exception concerns the rule when its sentence contains this share of the rule's words. */
const exceptionCoverage = 0.5;

/**
 * Checks rules without a model, by words alone. It claims that a sentence entails the rule only when the sentence
 * passes every gate; every other answer names the gate that failed, and a conflict is reported only as possible.
 * Weights learned from statements about agreements estimate what else is likely; `weightsFor` supplies other weights,
 * to evaluate rules that were in the training data.
 */
export function createLexicalChecker(
  weightsFor: (rule: Rule) => LearnedWeights = () => learnedWeights,
): Checker {
  const languages = new WeakMap<Source, Language>();
  const knownLanguage = ({ evidence: { inputs } }: Question): Language => {
    const source = inputs[0]?.passage.source;
    const known = (source && languages.get(source)) ?? languageOf(inputs);
    if (source) languages.set(source, known);
    return known;
  };
  return {
    method: 'lexical',
    concurrency: 1,
    forget({ searched }) {
      for (const source of searched) if (source.role === 'input') forgetSentences(source);
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

/** The features of a rule for training; null where the weights do not apply. */
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

function languageOf([first]: Evidence['inputs']): Language {
  return first ? detectLanguage(first.passage.source.content.text) : english;
}

function answerTo({ rule, evidence }: Question, language: Language, weights: LearnedWeights): Answer {
  const parsedRule = parseRule(rule, evidence.terms, language);
  const read = (passages: typeof evidence.inputs) =>
    candidatesOf(passages, parsedRule, evidence.terms, language);
  const candidates = read(evidence.inputs);
  const ruleEvidence: RuleEvidence = {
    rule,
    parsedRule,
    terms: evidence.terms,
    candidates,
    gated: candidates
      .slice(0, gated)
      .map((candidate) => ({ candidate, failures: failuresOf(parsedRule, candidate, language) })),
    basis: read(evidence.authority),
    estimate: estimateOf(parsedRule, evidence, candidates, language, weights),
  };
  const [first] = ruleEvidence.gated;
  if (!first || !isFound(evidence, parsedRule, ruleEvidence.gated)) return absentAnswer(ruleEvidence);
  const carriers = ruleEvidence.gated.filter(({ failures }) => failures.length === 0);
  const carrier = carriers.find(({ candidate }) => !candidate.hidden) ?? carriers[0];
  if (!carrier) return partialAnswer(ruleEvidence, first);
  const limits = read(evidence.exceptions).filter((other) =>
    limitsAct(other, carrier.candidate, parsedRule, language),
  );
  return supportedAnswer(ruleEvidence, carrier, limits);
}

/** Whether a sentence may limit another: it contains an exception, and mentions the same act or refers back to it. */
function limitsAct(
  { text, row, coverage, passage, sentence }: Candidate,
  carrier: Candidate,
  { verb }: ParsedRule,
  language: Language,
): boolean {
  if (sentence.start === carrier.sentence.start || !language.exceptions.test(text)) return false;
  const sameAct = verb === null || row.includes(verb.term);
  if (sameAct && coverage >= exceptionCoverage) return true;
  const at = passage.sentences.findIndex(({ start }) => start === carrier.sentence.start);
  return at >= 0 && passage.sentences[at + 1]?.start === sentence.start && language.backReferences.test(text);
}
