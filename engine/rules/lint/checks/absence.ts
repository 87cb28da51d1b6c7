import { absentWords } from '../../../check/words/absence.ts';
import type { Found } from '../problem.ts';
import type { RuleReading } from '../reading.ts';

/** With fewer words than this, Proviso never regards a rule as absent: any sentence can be about it. */
const leastWords = 2;

/** Values of `ifAbsent` that will hardly be the answer that the author wants. */
export function checkAbsence({ rule, sentences, language }: RuleReading): Found[] {
  const { ifAbsent } = rule;
  const [sentence] = sentences;
  if (ifAbsent === undefined || !sentence) return [];
  const whole = { field: 'ifAbsent', start: 0, end: ifAbsent.length } as const;
  const forces = sentence.elements.flatMap((element) => (element.kind === 'force' ? [element.force] : []));
  const denies = sentence.elements.some(({ kind }) => kind === 'denial');
  if (ifAbsent === 'satisfied' && forces[0] === 'must' && !denies && !restricts.test(sentence.text))
    return [
      {
        ...whole,
        code: 'if_absent_unlikely',
        message:
          'The rule requires an act, but ifAbsent says that documents which do not mention the act satisfy it.',
        advice: 'Set ifAbsent to violated, or remove it so that the outcome is undetermined.',
        fix: { field: 'ifAbsent', replacement: 'violated', safe: false },
      },
    ];
  if (ifAbsent === 'violated' && forces[0] === 'may' && !denies)
    return [
      {
        ...whole,
        code: 'if_absent_unlikely',
        message:
          'The rule permits an act, but ifAbsent says that documents which do not mention the act violate it.',
        advice:
          'Remove ifAbsent. If the documents have to grant the right, say so: “The agreement shall give the Customer the right to …”.',
        fix: { field: 'ifAbsent', safe: false },
      },
    ];
  if (sentences.length > 1) return [];
  const words = absentWords(rule.description, language);
  if (words.length >= leastWords) return [];
  return [
    {
      ...whole,
      code: 'if_absent_unused',
      message: `Apart from ${words.length === 0 ? 'general words' : `“${words[0]}”`}, the rule has no word that shows what it is about, so ifAbsent is never used.`,
    },
  ];
}

/** Matches duties that a document meets by silence: "shall only", "shall be limited to". */
const restricts =
  /\b(?:only|limited to|solely|exclusively|no more than|at most|not exceed|refrain|avoid|free (?:of|from)|without)\b/i;
