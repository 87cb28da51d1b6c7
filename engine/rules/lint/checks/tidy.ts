import type { Found, LintedField } from '../problem.ts';
import type { RuleReading } from '../reading.ts';

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
