import { diffArrays } from 'diff';
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
  /** Whether the model was asked for sentences too. */
  proposes?: boolean;
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

export const offered = (findings: readonly Suggestion[]) => findings.filter((one) => one.offered);

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

/** Texts with more changed words are shown as replaced whole. */
const mostChanges = 2_000;

/**
 * Which words of a text are struck out and which are inserted to make another text of it. Changes of words that follow
 * each other are one.
 */
export function changedWords(text: string, becomes: string): WordPart[] {
  const [one, other] = [text, becomes].map(
    (all) => all.match(/[\p{L}\p{M}]+|\p{N}+(?:[.,]\p{N}+)*|\s+|./gsu) ?? [],
  );
  const whole = [
    { removed: true, added: false, value: [text] },
    { removed: false, added: true, value: [becomes] },
  ];
  const parts = diffArrays(one ?? [], other ?? [], { maxEditLength: mostChanges }) ?? whole;
  const found: WordPart[] = [];
  for (const [at, { removed, added, value }] of parts.entries()) {
    const part = { kind: removed ? 'out' : added ? 'in' : 'same', text: value.join('') } as const;
    const [out, into] = found.slice(-2);
    const replaces = out?.kind === 'out' && into?.kind === 'in';
    // A space between two replaced words is replaced with them.
    const isSpace = part.kind === 'same' && part.text.trim() === '' && parts[at + 1]?.removed;
    if (replaces && isSpace) {
      out.text += part.text;
      into.text += part.text;
    } else if (replaces && part.kind === 'out') out.text += part.text;
    else if (replaces && part.kind === 'in') into.text += part.text;
    else found.push(part);
  }
  return found;
}
