import type { Rule, RuleSet } from '../service/service.ts';

/** A rule being edited. `id` identifies its row while the page is open. */
export type DraftRule = {
  id: number;
  name: string;
  description: string;
  ifAbsent: '' | 'violated' | 'satisfied';
};

export type Draft = { name: string; description: string; rules: DraftRule[] };

let lastId = 0;

export function draftRule({ name, description, ifAbsent = '' }: Rule | DraftRule): DraftRule {
  lastId += 1;
  return { id: lastId, name, description, ifAbsent };
}

export function draftOf({
  name,
  description,
  rules,
}: Pick<RuleSet, 'name' | 'description' | 'rules'>): Draft {
  return { name, description, rules: rules.map(draftRule) };
}

/**
 * The content of a draft as it is sent: a missing description of the rule set is replaced by its name. If a rule has
 * only a name or only a description, that text is sent as the name and as the description; the name is cut to 80
 * characters.
 */
export function contentOf({ name, description, rules }: Draft): Content {
  return {
    name: name.trim(),
    description: description.trim() || name.trim(),
    rules: rules.filter(isFilled).map((rule) => ({
      name: rule.name.trim() || rule.description.trim().slice(0, 80),
      description: rule.description.trim() || rule.name.trim(),
      ...(rule.ifAbsent !== '' && { ifAbsent: rule.ifAbsent }),
    })),
  };
}

export function isFilled({ name, description }: DraftRule): boolean {
  return name.trim() !== '' || description.trim() !== '';
}

/** A copy of the list in which the entry at index `from` is at index `to`. */
export function moved<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const rest = entries.filter((_, index) => index !== from);
  const entry = entries[from];
  return entry === undefined ? rest : [...rest.slice(0, to), entry, ...rest.slice(to)];
}

/** The fields that the editor changes. */
export type Content = Pick<RuleSet, 'name' | 'description' | 'rules'>;

/** What another editor changed since `before`, in sentences. */
export function changesBetween(before: Content, after: Content): string[] {
  const same = (one: Rule, other: Rule) =>
    one.name === other.name && one.description === other.description && one.ifAbsent === other.ifAbsent;
  const added = after.rules.filter((rule) => !before.rules.some((known) => same(known, rule)));
  const removed = before.rules.filter((rule) => !after.rules.some((known) => same(known, rule)));
  const reworded = removed.filter(({ name }) => added.some((rule) => rule.name === name));
  const isReworded = ({ name }: Rule) => reworded.some((rule) => rule.name === name);
  const changes = [
    ...(before.name === after.name ? [] : [`The name is now “${after.name}”.`]),
    ...(before.description === after.description ? [] : [`The description is now “${after.description}”.`]),
    ...added
      .filter(isReworded)
      .map(({ name, description }) => `The rule “${name}” was changed: ${description}`),
    ...added
      .filter((rule) => !isReworded(rule))
      .map(({ name, description }) => `The rule “${name}” was added: ${description}`),
    ...removed.filter((rule) => !isReworded(rule)).map(({ name }) => `The rule “${name}” was removed.`),
  ];
  return changes.length > 0 ? changes : ['The order of the rules or another setting was changed.'];
}
