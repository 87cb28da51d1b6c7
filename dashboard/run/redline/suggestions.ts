import type { RunRedline } from '../../service/service.ts';

/** A finding that needs a change, and the change that is offered or withheld. */
export type Suggestion = RunRedline['findings'][number];

/** What was suggested for a file of a run, and what the reader made of it. Rules are named by their keys. */
export type Suggestions = {
  findings: readonly Suggestion[];
  /** The rules whose changes the reader rejected. */
  rejected: readonly string[];
  /** The Word files so far, each with the rules whose changes were checked together and are in it. */
  documents: readonly (NonNullable<RunRedline['document']> & { rules: readonly string[] })[];
};

/**
 * What is suggested after another answer of the service. An answer about some rules alone says again what is offered for
 * them: a change that was offered together with others can be withheld without them.
 */
export function withAnswer(before: Suggestions | undefined, { document, findings }: RunRedline): Suggestions {
  const now = new Map(findings.map((one) => [one.rule.key, one]));
  const rules = offered(findings).map(({ rule }) => rule.key);
  return {
    findings: before?.findings.map((one) => now.get(one.rule.key) ?? one) ?? findings,
    rejected: before?.rejected ?? [],
    documents: [...(before?.documents ?? []), ...(document === null ? [] : [{ ...document, rules }])],
  };
}

export function offered(findings: readonly Suggestion[]): Suggestion[] {
  return findings.filter((one) => one.offered);
}

/** The rules whose changes are offered and not rejected. */
export function acceptedRules({ findings, rejected }: Suggestions): string[] {
  return offered(findings).flatMap(({ rule: { key } }) => (rejected.includes(key) ? [] : [key]));
}

/** The Word file with exactly the accepted changes; undefined if none was made, because they were not checked together. */
export function documentOf(suggestions: Suggestions) {
  const accepted = acceptedRules(suggestions).toSorted().join('\n');
  return suggestions.documents.find(({ rules }) => rules.toSorted().join('\n') === accepted);
}

/** A part of a changed sentence. */
export type WordPart = { kind: 'same' | 'out' | 'in'; text: string };

const tokens = /[\p{L}\p{M}]+|\p{N}+(?:[.,]\p{N}+)*|\s+|./gsu;
/** Longer middles are shown as replaced whole. */
const mostPairs = 1_000_000;

/** Which words of a text are struck out and which are inserted to make another text of it. */
export function changedWords(text: string, becomes: string): WordPart[] {
  const [one, other] = [text.match(tokens) ?? [], becomes.match(tokens) ?? []];
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end))
    end += 1;
  const parts: WordPart[] = [
    { kind: 'same', text: one.slice(0, start).join('') },
    ...middle(one.slice(start, one.length - end), other.slice(start, other.length - end)),
    { kind: 'same', text: one.slice(one.length - end).join('') },
  ];
  return parts.filter((part) => part.text !== '');
}

/**
 * The parts of a stretch, by the longest common list of tokens. What is struck out stands before what takes its place, and
 * a space between two changed words is changed with them.
 */
function middle(one: readonly string[], other: readonly string[]): WordPart[] {
  const whole: WordPart[] = [
    { kind: 'out', text: one.join('') },
    { kind: 'in', text: other.join('') },
  ];
  if (one.length * other.length > mostPairs) return whole;
  const isCommon = (at: number, to: number) => one[at] === other[to] && one[at]?.trim() !== '';
  const lengths = one.map(() => other.map(() => 0));
  const common = (at: number, to: number) => lengths[at]?.[to] ?? 0;
  for (let at = one.length - 1; at >= 0; at -= 1)
    for (let to = other.length - 1; to >= 0; to -= 1) {
      const length = isCommon(at, to)
        ? common(at + 1, to + 1) + 1
        : Math.max(common(at + 1, to), common(at, to + 1));
      lengths[at]?.splice(to, 1, length);
    }
  const parts: WordPart[] = [];
  let [at, to] = [0, 0];
  while (common(at, to) > 0) {
    const [fromAt, fromTo] = [at, to];
    while (!isCommon(at, to)) {
      if (common(at + 1, to) >= common(at, to + 1)) at += 1;
      else to += 1;
    }
    parts.push({ kind: 'out', text: one.slice(fromAt, at).join('') });
    parts.push({ kind: 'in', text: other.slice(fromTo, to).join('') });
    parts.push({ kind: 'same', text: one[at] ?? '' });
    [at, to] = [at + 1, to + 1];
  }
  parts.push({ kind: 'out', text: one.slice(at).join('') });
  parts.push({ kind: 'in', text: other.slice(to).join('') });
  return parts;
}
