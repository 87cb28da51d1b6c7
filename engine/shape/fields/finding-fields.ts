import type { Finding, Value } from '../../model/finding.ts';
import type { Json } from '../../model/result.ts';
import { basisScopes, citationScopes, filled, gap, type Meaning, type Scope, sourcesOf } from '../scope.ts';
import { keyWords } from './key-words.ts';

export const fromFinding = (finding: Finding, value: Json): Meaning => filled(value, sourcesOf(finding));

/** A value that only an assessed finding has. */
const ofAssessed = (finding: Finding, value: Json): Meaning =>
  finding.assessed ? fromFinding(finding, value) : unassessed(finding);

const named = (finding: Finding, value: Json): Meaning => filled(value, [{ findingId: finding.id }]);

const fields: [RegExp, (finding: Finding) => Meaning][] = [
  [/^(?:label|confidence|confidence label|certainty)$/, (finding) => ofAssessed(finding, finding.label)],
  [
    /^(?:outcome|result|status|verdict|compliance|conclusion status|assessment)$/,
    (finding) => ofAssessed(finding, finding.outcome),
  ],
  [/^(?:compliant|is compliant|passed|pass|satisfied|is satisfied|met|is met|ok|fulfilled)$/, yesOrNo],
  [/^(?:violated|is violated|failed|breached|non compliant)$/, (finding) => negated(yesOrNo(finding))],
  [
    /^(?:found|is found|present|is present|mentioned)$/,
    (finding) => ofAssessed(finding, finding.label !== 'NOT FOUND'),
  ],
  [
    /^(?:statement|answer|summary|finding|explanation|conclusion|details?|comments?|analysis|rationale|message|note|notes)$/,
    (finding) => ofAssessed(finding, finding.statement),
  ],
  [
    /^(?:rule|check|requirement|criterion|question)$/,
    (finding) => ({ kind: 'scope', scope: { kind: 'rule', finding } }),
  ],
  [/^(?:name|title|rule name|check name|rule title)$/, (finding) => named(finding, finding.rule.name)],
  [/^(?:description|rule description|rule text)$/, (finding) => named(finding, finding.rule.description)],
  [/^(?:rule index|index|number|no)$/, (finding) => named(finding, finding.rule.index)],
  [/^(?:rule key|key|rule id)$/, (finding) => named(finding, finding.rule.key)],
  [/^(?:id|finding id)$/, (finding) => named(finding, finding.id)],
  [
    /^(?:subject|subject name)$/,
    (finding) => named(finding, finding.subject.kind === 'file' ? finding.subject.name : 'project'),
  ],
  [/^(?:reasons?|caveats?|limitations?)$/, (finding) => fromFinding(finding, finding.reasons)],
  [
    /^(?:to settle|recommendations?|actions?|next steps?|todo|remediation|follow up)$/,
    (finding) => fromFinding(finding, finding.toSettle),
  ],
  [
    /^(?:citations?|quotes?|evidence|excerpts?|sources?|references?|passages?|clauses?|proofs?|support)$/,
    (finding) => listed(finding, citationScopes(finding), 'No located quote bears on it'),
  ],
  [
    /^(?:basis|authority|authorities|duty|duties|polic(?:y|ies)|knowledge)$/,
    (finding) => listed(finding, basisScopes(finding), 'No knowledge file was cited'),
  ],
  [
    /^(?:values?|amounts?|extracted values?|data)$/,
    (finding) =>
      listed(
        finding,
        finding.values.map((value) => ({ kind: 'value', finding, value })),
        'No value was found',
      ),
  ],
  [/^(?:assessed|is assessed)$/, (finding) => named(finding, finding.assessed)],
  [/^(?:search complete|complete|search is complete)$/, (finding) => named(finding, finding.search.complete)],
];

const valueFields: [RegExp, (value: Value) => Json | undefined][] = [
  [/^(?:value|amount|number|answer)$/, ({ value }) => value],
  [/^(?:name|key|field|title)$/, ({ name }) => name],
  [/^(?:unit|currency|units)$/, ({ unit }) => unit],
];

/** What a key of the output format means for a finding; null if it names no part of a finding. */
export function findingField(key: string, finding: Finding): Meaning | null {
  const value = finding.values.find(({ name }) => keyWords(name) === key);
  if (value) return { kind: 'scope', scope: { kind: 'value', finding, value } };
  return fields.find(([pattern]) => pattern.test(key))?.[1](finding) ?? null;
}

export function ruleField(key: string, finding: Finding): Meaning | null {
  const { name, description, index, key: ruleKey } = finding.rule;
  if (/^(?:name|title|rule)$/.test(key)) return named(finding, name);
  if (/^(?:description|text|requirement)$/.test(key)) return named(finding, description);
  if (/^(?:index|number|no)$/.test(key)) return named(finding, index);
  return /^(?:key|id)$/.test(key) ? named(finding, ruleKey) : null;
}

export function valueField(
  key: string,
  { finding, value }: Extract<Scope, { kind: 'value' }>,
): Meaning | null {
  const field = valueFields.find(([pattern]) => pattern.test(key));
  if (!field) return null;
  const found = field[1](value);
  return found === undefined
    ? gap(`“${value.name}” has no ${key}.`)
    : filled(found, valueSources(finding, value));
}

export function valueSources(finding: Finding, { citations }: Value) {
  return citations.map((citation) => ({ findingId: finding.id, citation }));
}

export function unassessed(finding: Finding): Meaning {
  return gap(
    `“${finding.rule.name}” was not assessed: ${finding.assessed ? '' : finding.notAssessedReason}.`,
  );
}

/** Yes if the rule is satisfied, no if it is violated; for every other outcome the leaf stays empty. */
export function yesOrNo(finding: Finding): Meaning {
  if (finding.outcome === 'satisfied') return fromFinding(finding, true);
  if (finding.outcome === 'violated') return fromFinding(finding, false);
  if (!finding.assessed) return unassessed(finding);
  return gap(
    `“${finding.rule.name}” is ${finding.outcome.replaceAll('_', ' ')} (${finding.label}): neither yes nor no.`,
  );
}

function negated(meaning: Meaning): Meaning {
  return meaning.kind === 'value' ? { ...meaning, value: meaning.value !== true } : meaning;
}

function listed(finding: Finding, scopes: Scope[], otherwise: string): Meaning {
  if (!finding.assessed) return unassessed(finding);
  if (scopes.length === 0)
    return {
      kind: 'list',
      scopes,
      sources: [{ findingId: finding.id }],
      none: `“${finding.rule.name}”: ${otherwise}.`,
    };
  return { kind: 'list', scopes, sources: sourcesOf(finding) };
}
