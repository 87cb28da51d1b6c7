import type { Finding, Value } from '../../model/finding.ts';
import { keyWords } from './key-words.ts';

type NamedValue = { finding: Finding; value: Value };

/** Looks up findings by the words in a key of the output format. Each list is in the order of the findings. */
export class FindingIndex {
  readonly #byRule = new Map<string, Finding[]>();
  readonly #bySubject = new Map<string, Finding[]>();
  readonly #byValue = new Map<string, NamedValue[]>();
  readonly #byRuleKey = new Map<string, Finding[]>();
  #rules: { words: Set<string>; findings: Finding[] }[] | null = null;

  constructor(findings: readonly Finding[]) {
    for (const finding of findings) {
      const { rule, subject, values } = finding;
      add(this.#byRuleKey, rule.key, finding);
      // A key can name a rule by the words of its name or by the rule's own key. A finding that matches both ways is
      // added once.
      const words = keyWords(rule.name);
      add(this.#byRule, words, finding);
      if (rule.key !== words) add(this.#byRule, rule.key, finding);
      if (subject.kind === 'file') {
        const name = keyWords(subject.name);
        const stem = keyWords(subject.name.replace(/\.\w{1,5}$/, ''));
        add(this.#bySubject, name, finding);
        if (stem !== name) add(this.#bySubject, stem, finding);
      }
      for (const value of values) add(this.#byValue, keyWords(value.name), { finding, value });
    }
  }

  ofRule(words: string): readonly Finding[] {
    return this.#byRule.get(words) ?? [];
  }

  ofSubject(words: string): readonly Finding[] {
    return this.#bySubject.get(words) ?? [];
  }

  valuesNamed(words: string): readonly NamedValue[] {
    return this.#byValue.get(words) ?? [];
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
export function indexOf(findings: readonly Finding[]): FindingIndex {
  const index = indexes.get(findings) ?? new FindingIndex(findings);
  indexes.set(findings, index);
  return index;
}

function add<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const items = map.get(key);
  if (items) items.push(item);
  else map.set(key, [item]);
}
