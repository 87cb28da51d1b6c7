import { placeIn } from '../extract/defined-terms.ts';
import type { FoundRule, RuleSource } from '../extract/model.ts';
import { nameOf } from '../extract/names.ts';
import { actorOf } from '../extract/naming.ts';
import { modalityOf } from './loss-in.ts';

/** A rule and the heading that its name begins with; null if it begins with none. */
export type RenamedRule = { rule: FoundRule; heading: string | null };

/** Limits of the format of rules. */
const longestReference = 500;
const mostReferences = 20;

/**
 * The rules into which a rule is split, or the one rule that words it differently. All have the source of the rule; if there
 * are several, their ids are its id with a letter.
 */
export function splitRule({ rule, heading }: RenamedRule, texts: readonly string[]): FoundRule[] {
  return texts.map((text, at) => ({
    ...worded(rule, heading, text),
    id: texts.length === 1 ? rule.id : `${rule.id}.${letters(at)}`,
  }));
}

/** The letters that count a part: "a" to "z", then "aa". */
function letters(at: number): string {
  const last = String.fromCharCode(97 + (at % 26));
  return at < 26 ? last : `${letters(Math.floor(at / 26) - 1)}${last}`;
}

/**
 * The rule into which several are joined. It has the id and the source of the first, and the places and words of the
 * others are its references. Returns the reason if they cannot be joined.
 */
export function joinedRule(rules: readonly RenamedRule[], text: string): FoundRule | string {
  const [first, ...others] = rules;
  if (!first) return 'there is nothing to join';
  if (others.some(({ rule }) => rule.modality !== first.rule.modality))
    return 'the model joined rules that do not bind in the same way';
  const references = [
    ...others.map(({ rule }) => cited(rule.source)),
    ...rules.flatMap(({ rule }) => rule.references ?? []),
  ];
  if (references.some((one) => one.length > longestReference) || references.length > mostReferences)
    return 'the words of the joined sentences are too long to be cited in one rule';
  return { ...worded(first.rule, first.heading, text), references: [...new Set(references)] };
}

function cited(source: RuleSource): string {
  const { leadIn, quote } = source;
  const words = [...(leadIn === undefined ? [] : [leadIn]), quote];
  return `${placeIn(source)}: ${words.map((text) => `“${text.replace(/\s+/g, ' ')}”`).join(' ')}`;
}

/** The rule with other words, and with the name, the actor and the modality of these words. */
function worded(rule: FoundRule, heading: string | null, text: string): FoundRule {
  const { actor: before, ...others } = rule;
  const actor = actorOf(text) ?? (before && text.includes(before) ? before : null);
  return {
    ...others,
    name: nameOf(text, heading, actor),
    description: text,
    modality: modalityOf(text) ?? rule.modality,
    ...(actor !== null && { actor }),
  };
}
