import type { Found, LintedField, LintFix } from '../problem.ts';
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

/** Needless spaces, and a description without a full stop. The fix changes nothing else. */
export function checkText({ rule, sentences }: RuleReading): Found[] {
  const [last] = sentences.slice(-1);
  const isSentence = last !== undefined && sentences.length === 1 && last.text.includes(' ');
  return [...untidy('name', rule.name, false), ...untidy('description', rule.description, isSentence)];
}

function untidy(field: LintedField, text: string, isSentence: boolean): Found[] {
  const spaces = /[ \t\u00a0]{2,}|\t/.exec(text) ?? /^\s+|[ \t\u00a0]+$/.exec(text);
  const needsStop =
    isSentence && /[\p{L}\p{N}%)\]”"]$/u.test(text.trimEnd()) && !/[.!?…]["”)\]]*$/.test(text.trimEnd());
  if (!spaces && !needsStop) return [];
  const trimmed = text.replace(/[ \t\u00a0]+/g, ' ').trim();
  const replacement = needsStop ? `${trimmed}.` : trimmed;
  const end = text.trimEnd().length;
  const place = spaces
    ? { start: spaces.index, end: spaces.index + spaces[0].length }
    : { start: Math.max(0, end - 1), end };
  const what = [spaces ? 'has needless spaces' : '', needsStop ? 'has no full stop' : ''].filter(
    (one) => one,
  );
  return [
    {
      ...{ field, ...place, code: 'untidy_text' },
      message: `The ${field} ${what.join(' and ')}.`,
      fix: { field: field === 'ifAbsent' ? 'rule' : field, replacement, safe: true },
    },
  ];
}
