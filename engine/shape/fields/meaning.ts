import type { Finding } from '../../model/finding.ts';
import { citationScopes, filled, gap, type List, type Meaning, type Scope, sourcesOf } from '../scope.ts';
import type { Leaf, Template } from '../template.ts';
import { citationField, citationSources, pageOf } from './citation-fields.ts';
import {
  findingField,
  fromFinding,
  ruleField,
  unassessed,
  valueField,
  valueSources,
  yesOrNo,
} from './finding-fields.ts';
import { asList, findingsField } from './findings-fields.ts';
import { keyWords } from './key-words.ts';
import { inFormOf } from './value-form.ts';

/**
 * The meaning of a key of the output format within `scope`; null if none of the key's names is known. A list whose
 * items look like citations or findings needs no known name.
 */
export function meaningOf(names: readonly string[], scope: Scope, part: Template): Meaning | null {
  if (scope.kind === 'findings') {
    const meaning = findingsField(names, scope.findings, part);
    if (meaning?.kind !== 'gap' || part.kind !== 'array') return meaning;
    return listOf(scope, part.item);
  }
  for (const key of names.map(keyWords)) {
    const meaning = fieldOf(key, scope);
    if (meaning) return meaning;
  }
  return null;
}

function fieldOf(key: string, scope: Exclude<Scope, { kind: 'findings' }>): Meaning | null {
  switch (scope.kind) {
    case 'finding': {
      const known = findingField(key, scope.finding);
      if (known) return known;
      const [first] = citationScopes(scope.finding);
      if (first?.kind === 'citation') return citationField(key, first);
      return isCitationKey(key) ? gap(`No located quote bears on “${scope.finding.rule.name}”.`) : null;
    }
    case 'rule':
      return ruleField(key, scope.finding);
    case 'citation':
      return citationField(key, scope);
    case 'value':
      return valueField(key, scope);
  }
}

function isCitationKey(key: string): boolean {
  return /^(?:quote|excerpt|page|page number|file|file name|document|source|link|url|location|section)$/.test(
    key,
  );
}

export function listOf(scope: Scope, item: Template | null): List {
  if (scope.kind === 'findings') return asList(scope.findings);
  if (scope.kind !== 'finding') return { kind: 'list', scopes: [scope], sources: [] };
  const { finding } = scope;
  const ofFinding =
    item?.kind === 'object' &&
    item.fields.some(({ key }) => /^(?:label|outcome|statement|rule)$/.test(keyWords(key)));
  const scopes = ofFinding ? [scope] : citationScopes(finding);
  return {
    kind: 'list',
    scopes,
    sources: sourcesOf(finding),
    none: `No located quote bears on “${finding.rule.name}”.`,
  };
}

/**
 * The single value of a scope that fits the type of the leaf: for a finding its statement, yes or no, or its only
 * number.
 */
export function naturalMeaning(scope: Scope, leaf: Leaf): Meaning {
  switch (scope.kind) {
    case 'findings':
      return gap(`${scope.findings.length} findings fit this key: ask for a list, or name a file.`);
    case 'finding':
      return naturalFinding(scope.finding, leaf);
    case 'rule':
      return ruleField('name', scope.finding) ?? gap('The rule has no name.');
    case 'citation': {
      const page = pageOf(scope.citation.locator);
      const wantsPage = leaf.types.length > 0 && !leaf.types.includes('string');
      if (wantsPage && page === undefined) return gap('The place has no page.');
      return filled(wantsPage ? (page ?? null) : scope.citation.quote, citationSources(scope));
    }
    case 'value':
      return filled(scope.value.value, valueSources(scope.finding, scope.value));
  }
}

function naturalFinding(finding: Finding, leaf: Leaf): Meaning {
  const { types, options } = leaf;
  if (!finding.assessed) return unassessed(finding);
  if (options) return chosenOption(finding, leaf);
  const only = types.length > 0 && !types.includes('string');
  if (only && types.includes('boolean')) return yesOrNo(finding);
  if (finding.label === 'NOT FOUND') return gap(`NOT FOUND: ${finding.statement}`);
  if (!only) return fromFinding(finding, finding.statement);
  const numbers = finding.values.filter(({ value }) => typeof value === 'number');
  const [first, ...more] = numbers;
  if (!first) return gap(`No number was found for “${finding.rule.name}”.`);
  if (more.length > 0)
    return gap(
      `${numbers.length} numbers were found for “${finding.rule.name}”: use the name of one of them as the key.`,
    );
  return filled(first.value, valueSources(finding, first));
}

/**
 * The option of a leaf that matches the outcome of the finding; if there is none, the option that matches the label.
 */
function chosenOption(finding: Finding, leaf: Leaf): Meaning {
  const { outcome, label, rule } = finding;
  const value = [outcome, label].find((option) => inFormOf(leaf, option) !== undefined);
  if (value !== undefined) return fromFinding(finding, value);
  return gap(
    `“${rule.name}” is ${outcome.replaceAll('_', ' ')} (${label}): none of the allowed values means this.`,
  );
}
