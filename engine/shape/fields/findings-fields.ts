import { countFindings } from '../../model/counts.ts';
import type { Finding, Label, Outcome, Value } from '../../model/finding.ts';
import type { Json } from '../../model/result.ts';
import { filled, gap, type List, type Meaning, type Scope, sourcesOf, sourcesOfAll } from '../scope.ts';
import { isYesOrNo, type Template } from '../template.ts';
import { findingField } from './finding-fields.ts';
import { keyWords } from './key-words.ts';

const outcomeWords: [RegExp, Outcome[]][] = [
  [/^(?:satisfied|passed|passes|compliant|met|fulfilled|satisfied rules)$/, ['satisfied']],
  [/^(?:violated|violations?|failed|failures|breaches|non compliant|violated rules)$/, ['violated']],
  [/^(?:partly satisfied|partial|partially satisfied|partly met)$/, ['partly_satisfied']],
  [/^(?:conflicting|conflicts?|contradictions?)$/, ['conflicting']],
  [/^(?:undetermined|unknown|unclear|open|unresolved)$/, ['undetermined']],
  [/^(?:not applicable|na)$/, ['not_applicable']],
  [/^(?:answered|answers?)$/, ['answered']],
  [
    /^(?:issues?|problems?|deviations?|risks?|red flags?|flags?|exceptions?)$/,
    ['violated', 'partly_satisfied', 'conflicting'],
  ],
];

const labelWords: [RegExp, Label][] = [
  [/^confirmed$/, 'CONFIRMED'],
  [/^estimated$/, 'ESTIMATED'],
  [/^(?:not found|missing|absent)$/, 'NOT FOUND'],
];

/** Matches words that make a key a count: "number of violations", "violation count", "total issues". */
const countWords = /^(?:number of|count of|num|total|no of|total number of) | (?:count|total|number)$/g;

/** What a key of the output format means for a list of findings; null if it names no part of them. */
export function findingsField(
  names: readonly string[],
  findings: readonly Finding[],
  wanted: Template,
): Meaning | null {
  const keys = names.map(keyWords);
  for (const key of keys) {
    const meaning =
      ruleNamed(key, findings) ?? subjectNamed(key, findings) ?? overview(key, findings, wanted);
    if (meaning) return meaning;
  }
  const [only, ...more] = findings;
  for (const key of keys) {
    const meaning =
      valueNamed(key, findings) ??
      (only && more.length === 0 ? findingField(key, only) : null) ??
      ruleLike(key, findings);
    if (meaning) return meaning;
    if (only && findingField(key, only)) {
      return gap(`“${key}” fits any of ${findings.length} findings: name a rule, or ask for a list.`);
    }
  }
  return null;
}

/** The findings of a rule: one for all files together, or one for each file. */
function ofRule(findings: readonly Finding[]): Scope {
  const [only, ...more] = findings;
  return only && more.length === 0 ? { kind: 'finding', finding: only } : { kind: 'findings', findings };
}

export function asList(findings: readonly Finding[], asked: readonly Finding[] = findings): List {
  return {
    kind: 'list',
    scopes: findings.map((finding) => ({ kind: 'finding', finding })),
    sources: sourcesOfAll(asked),
  };
}

function ruleNamed(key: string, findings: readonly Finding[]): Meaning | null {
  const own = indexOf(findings).byRule.get(key) ?? [];
  const keys = new Set(own.map(({ rule }) => rule.key));
  if (keys.size > 1) return gap(`${keys.size} rules are named “${key}”.`);
  return own.length === 0 ? null : { kind: 'scope', scope: ofRule(own) };
}

function subjectNamed(key: string, findings: readonly Finding[]): Meaning | null {
  const own = indexOf(findings).bySubject.get(key) ?? [];
  if (own.length === 0 || own.length === findings.length) return null;
  return { kind: 'scope', scope: { kind: 'findings', findings: own } };
}

function overview(key: string, findings: readonly Finding[], wanted: Template): Meaning | null {
  const several = findings.length !== 1;
  if (several && isYesOrNo(wanted) && /^(?:is |all )?(?:compliant|passed|ok|satisfied)$/.test(key)) {
    return allSatisfied(findings);
  }
  if (
    /^(?:findings?|results?|rules?|checks?|items?|answers?|entries|rows?|report|assessments?|list)$/.test(
      key,
    ) &&
    several
  ) {
    return asList(findings);
  }
  const stripped = key.replace(countWords, '').trim();
  const counting = stripped !== key;
  if (
    /^(?:total|count)$/.test(key) ||
    (counting && /^(?:findings?|rules?|checks?|results?)$/.test(stripped))
  ) {
    return fromFindings(findings, findings.length);
  }
  const chosen = chosenBy(stripped, findings);
  if (chosen && (several || counting))
    return counting ? fromFindings(findings, chosen.length) : asList(chosen, findings);
  if (!several) return null;
  if (/^(?:summary|overview|conclusion|abstract|executive summary|overall summary)$/.test(key)) {
    return fromFindings(findings, summaryOf(findings));
  }
  if (/^(?:overall )?(?:outcome|status|verdict|result|compliance)$/.test(key) || key === 'overall') {
    return fromFindings(findings, overallOf(findings));
  }
  if (/^(?:incomplete)$/.test(key)) {
    return fromFindings(
      findings,
      findings.some(({ assessed, search }) => !assessed || !search.complete),
    );
  }
  return null;
}

function chosenBy(key: string, findings: readonly Finding[]): Finding[] | null {
  const outcomes = outcomeWords.find(([pattern]) => pattern.test(key))?.[1];
  if (outcomes) return findings.filter(({ outcome }) => outcomes.includes(outcome));
  const label = labelWords.find(([pattern]) => pattern.test(key))?.[1];
  return label === undefined ? null : findings.filter((finding) => finding.label === label);
}

function valueNamed(key: string, findings: readonly Finding[]): Meaning | null {
  const named = indexOf(findings).byValue.get(key) ?? [];
  const [first, ...others] = named;
  if (!first) return null;
  if (others.length === 0) return { kind: 'scope', scope: { kind: 'value', ...first } };
  const sources = named.flatMap(({ finding }) => sourcesOf(finding));
  return { kind: 'list', scopes: named.map((one) => ({ kind: 'value', ...one })), sources };
}

/**
 * The meaning of a key that is a part of the name of exactly one rule, such as `liability` for "Limit of liability";
 * null if there is no such rule.
 */
function ruleLike(key: string, findings: readonly Finding[]): Meaning | null {
  const own = indexOf(findings).ofRuleWith(key);
  return own && { kind: 'scope', scope: ofRule(own) };
}

function fromFindings(findings: readonly Finding[], value: Json): Meaning {
  if (findings.length === 0) return gap('There are no findings.');
  return filled(value, sourcesOfAll(findings));
}

/**
 * The outcome of several findings together: the first of these outcomes that a finding has: violated, conflicting,
 * undetermined, partly satisfied. If no finding has one of them, the outcome is satisfied. Findings that are not applicable or answer a question do not count; if all findings are not applicable,
 * the outcome is undetermined.
 */
function overallOf(findings: readonly Finding[]): Outcome {
  const outcomes = findings
    .map(({ outcome }) => outcome)
    .filter((outcome) => outcome !== 'not_applicable' && outcome !== 'answered');
  if (outcomes.includes('violated')) return 'violated';
  if (outcomes.includes('conflicting')) return 'conflicting';
  if (outcomes.includes('undetermined') || outcomes.length === 0) return 'undetermined';
  return outcomes.includes('partly_satisfied') ? 'partly_satisfied' : 'satisfied';
}

function allSatisfied(findings: readonly Finding[]): Meaning {
  const overall = overallOf(findings);
  if (overall === 'satisfied' || overall === 'violated')
    return fromFindings(findings, overall === 'satisfied');
  return gap(`Over all findings the outcome is ${overall.replaceAll('_', ' ')}: neither yes nor no.`);
}

function summaryOf(findings: readonly Finding[]): string {
  const { labels, outcomes } = countFindings(findings);
  const part = (counts: Record<string, number>) =>
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(
        ([name, count]) => `${count} ${name === 'notAssessed' ? 'not assessed' : name.replaceAll('_', ' ')}`,
      )
      .join(', ');
  return `${findings.length} findings: ${part(outcomes)} (${part(labels)}).`;
}

type NamedValue = { finding: Finding; value: Value };

/** Findings and values by the words in a key of the output format. Each list is in the order of the findings. */
class FindingIndex {
  readonly byRule = new Map<string, Finding[]>();
  readonly bySubject = new Map<string, Finding[]>();
  readonly byValue = new Map<string, NamedValue[]>();
  readonly #byRuleKey = new Map<string, Finding[]>();
  #rules: { words: Set<string>; findings: Finding[] }[] | null = null;

  constructor(findings: readonly Finding[]) {
    for (const finding of findings) {
      const { rule, subject, values } = finding;
      add(this.#byRuleKey, rule.key, finding);
      // A key can name a rule by the words of its name or by the rule's own key. A finding that matches both ways is
      // added once.
      const words = keyWords(rule.name);
      add(this.byRule, words, finding);
      if (rule.key !== words) add(this.byRule, rule.key, finding);
      if (subject.kind === 'file') {
        const name = keyWords(subject.name);
        const stem = keyWords(subject.name.replace(/\.\w{1,5}$/, ''));
        add(this.bySubject, name, finding);
        if (stem !== name) add(this.bySubject, stem, finding);
      }
      for (const value of values) add(this.byValue, keyWords(value.name), { finding, value });
    }
  }

  /**
   * The findings of the rule whose name contains all these words; null if no rule or more than one matches, or if there
   * is only one rule.
   */
  ofRuleWith(words: string): readonly Finding[] | null {
    this.#rules ??= [...this.#byRuleKey.values()].map((findings) => ({
      words: new Set(keyWords(findings[0]?.rule.name ?? '').split(' ')),
      findings,
    }));
    if (this.#rules.length < 2) return null;
    const asked = words.split(' ').filter((word) => word !== '');
    const [only, ...more] = this.#rules.filter(
      (rule) => asked.length > 0 && asked.every((word) => rule.words.has(word)),
    );
    return only && more.length === 0 ? only.findings : null;
  }
}

const indexes = new WeakMap<readonly Finding[], FindingIndex>();

/** The index of a list of findings, created on first use. */
function indexOf(findings: readonly Finding[]): FindingIndex {
  const index = indexes.get(findings) ?? new FindingIndex(findings);
  indexes.set(findings, index);
  return index;
}

function add<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const items = map.get(key);
  if (items) items.push(item);
  else map.set(key, [item]);
}
