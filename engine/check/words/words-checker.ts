import { setImmediate } from 'node:timers/promises';
import { detectLanguage } from '../../language/detect.ts';
import type { Language } from '../../language/language.ts';
import type { Answer } from '../../model/answer.ts';
import type { Certificate } from '../../model/certificate.ts';
import { kindOf } from '../../model/rule.ts';
import type { Source } from '../../model/source.ts';
import { certificatesOf, ownCertificates } from '../certificates.ts';
import type { Checker, Question } from '../checker.ts';
import { absenceOf } from './absence.ts';
import { absentAnswer, decidedAnswer } from './answer.ts';
import { decide } from './decide.ts';
import { placesOf } from './places.ts';
import { readRule } from './read-rule.ts';
import { forgetSentences } from './read-sentences.ts';

/**
 * Checks rules without a model. It searches, and shows at most three places; it decides only
 * - the rule's own sentence, or that sentence with another number or a denial: CONFIRMED if nothing contests it;
 * - a limit of the same kind on the same thing in other words: ESTIMATED;
 * - that nothing bears on the rule: NOT FOUND.
 * Everything else is undetermined, and questions always are. CONFIRMED is for English only, which the exam measures.
 */
export function createWordsChecker({
  certificates = ownCertificates,
}: {
  certificates?: readonly Certificate[];
} = {}): Checker {
  return {
    method: 'lexical',
    certificates: certificatesOf(certificates, { method: 'lexical' }),
    concurrency: 1,
    forget({ searched }) {
      for (const source of searched) if (source.role === 'input') forgetSentences(source);
    },
    async check(question, { signal }) {
      await setImmediate(undefined, { signal });
      return { answer: answerTo(question), checker: { method: 'lexical' } };
    },
  };
}

function answerTo({ rule: asked, evidence, passages, searched }: Question): Answer {
  const language = languageOf(evidence.inputs[0]?.passage.source);
  const subject = { searched, passages };
  const rule = readRule(asked, evidence.terms, language);
  const places = placesOf(rule, evidence.inputs, language);
  const basis = placesOf(rule, evidence.authority, language);
  const found = { rule, places, basis, subject };
  if (places.length === 0) return absentAnswer(found, 'wholly');
  const isQuestion = kindOf(asked) === 'question';
  const decision = decide(isQuestion ? { ...rule, elements: [], limits: [] } : rule, places, subject);
  const absence =
    decision.judged.length > 0
      ? null
      : absenceOf(
          rule,
          places.map(({ read }) => read),
          subject,
          language,
        );
  return absence === null ? decidedAnswer(decision, found, isQuestion) : absentAnswer(found, absence);
}

const languages = new WeakMap<Source, Language>();

/** The language of the best passage's file. */
function languageOf(source: Source | undefined): Language {
  const known = (source && languages.get(source)) ?? detectLanguage(source?.content.text ?? '');
  if (source) languages.set(source, known);
  return known;
}
