import type { FindingRule } from '../../../engine/model/rule.ts';
import { clean } from './clean.ts';
import type { Fact } from './report.ts';

/** Positions are shown with what was found about each of them. */
type Apart = 'preferred' | 'fallbacks' | 'never' | 'wording';
type Shown = Exclude<
  keyof FindingRule,
  'key' | 'index' | 'name' | 'description' | 'ifAbsent' | 'kind' | Apart
>;

/**
 * The fields of a rule that reports show beside its name and its description, in their order, with their titles. The
 * compiler requires a title for a field that is added to rules.
 */
const titles: { [Field in Shown]-?: string } = {
  id: 'Id',
  severity: 'Severity',
  owner: 'Owner',
  deadline: 'Deadline',
  tags: 'Tags',
  group: 'Group',
  modality: 'Kind',
  actor: 'Who must comply',
  references: 'References',
};

/**
 * The fields that are set in a rule, in one line: `Severity: high · Owner: Legal`; empty if there are none. `only` names
 * the fields that may be in it.
 */
export function ruleFactsLine(rule: FindingRule, only?: readonly Shown[]): string {
  const wanted = only?.map((field) => titles[field]);
  return ruleFacts(rule)
    .filter(({ name }) => wanted?.includes(name) ?? true)
    .map(({ name, value }) => `${name}: ${value}`)
    .join(' · ');
}

/** The titles of the fields of rules that reports show. */
export const ruleFactTitles = Object.values(titles);

/** The fields that are set in a rule, in words. */
export function ruleFacts({ key: _, index: _index, ...rule }: FindingRule): Fact[] {
  return Object.entries(rule)
    .flatMap(([field, value]) => {
      const place = Object.keys(titles).indexOf(field);
      const name = ruleFactTitles[place];
      const text = typeof value === 'string' ? value : [...new Set(value)].join('; ');
      return name === undefined || !text ? [] : [{ place, name, value: clean(text) }];
    })
    .sort((one, other) => one.place - other.place)
    .map(({ name, value }) => ({ name, value }));
}
