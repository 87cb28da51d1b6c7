import type { Found, LintFix } from '../problem.ts';
import type { RuleReading } from '../reading.ts';

/** Values of `ifAbsent` that will hardly be the answer that the author wants. */
export function checkAbsence({ rule, sentences }: RuleReading): Found[] {
  const { ifAbsent } = rule;
  const [sentence] = sentences;
  if (ifAbsent === undefined || !sentence) return [];
  const forces = sentence.elements.flatMap((element) => (element.kind === 'force' ? [element.force] : []));
  const denies = sentence.elements.some(({ kind }) => kind === 'denial');
  const unlikely = (act: string, advice: string, fix: Partial<LintFix>): Found[] => [
    {
      ...{ field: 'ifAbsent', start: 0, end: ifAbsent.length, code: 'if_absent_unlikely', advice },
      message: `The rule ${act}, but ifAbsent says that documents which do not mention the act ${ifAbsent === 'satisfied' ? 'satisfy' : 'violate'} it.`,
      fix: { field: 'ifAbsent', ...fix, safe: false },
    },
  ];
  if (ifAbsent === 'satisfied' && forces[0] === 'must' && !denies && !restricts.test(sentence.text))
    return unlikely(
      'requires an act',
      'Set ifAbsent to violated, or remove it so that the outcome is undetermined.',
      { replacement: 'violated' },
    );
  if (ifAbsent === 'violated' && forces[0] === 'may' && !denies)
    return unlikely(
      'permits an act',
      'Remove ifAbsent. If the documents have to grant the right, say so: “The agreement shall give the Customer the right to …”.',
      {},
    );
  return [];
}

/** Matches duties that a document meets by silence: "shall only", "shall be limited to". */
const restricts =
  /\b(?:only|limited to|solely|exclusively|no more than|at most|not exceed|refrain|avoid|free (?:of|from)|without)\b/i;
