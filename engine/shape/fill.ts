import type { Finding } from '../model/finding.ts';
import type { Json } from '../model/result.ts';
import { findingsField } from './fields/findings-fields.ts';
import { listOf, meaningOf, naturalMeaning } from './fields/meaning.ts';
import { inFormOf } from './fields/value-form.ts';
import type { Meter } from './meter.ts';
import { gap, type LeafSource, type List, type Meaning, type Scope } from './scope.ts';
import { type Field, fromExample, isYesOrNo, type Leaf, type Template } from './template.ts';

/**
 * An output, with the evidence of each filled leaf (`sources`) and the reason for each null (`gaps`), both by JSON
 * pointer.
 */
export type Filled = {
  output: Json;
  sources: Record<string, LeafSource[]>;
  gaps: Record<string, string>;
  /** Leaves whose names do not show what they should contain. */
  unnamed: UnnamedLeaf[];
};

/** A leaf whose names do not show what it should contain. `pointer` is its place in the whole output. */
export type UnnamedLeaf = { pointer: string; names: string[]; leaf: Leaf };

/** What each unnamed leaf means, by its JSON pointer. */
export type Assigned = ReadonlyMap<string, Meaning>;

/** The template for the items of a list that does not specify its items. */
const usualFinding = fromExample({
  rule: '',
  label: '',
  outcome: '',
  statement: '',
  quote: '',
  file: '',
  page: 0,
});
const usualCitation = fromExample({ quote: '', file: '', page: 0, link: '' });
const usualValue = fromExample({ name: '', value: null, unit: '' });

/**
 * Fills a template from findings by the words of its keys. A leaf is filled only with the part of a finding, a citation
 * or a value that its name or its `assigned` meaning denotes. Every other leaf is null, with the reason. The same
 * findings yield the same output. Throws `OutputLimit` when the output exceeds the limits of the meter.
 */
export function fill(
  template: Template,
  findings: readonly Finding[],
  meter: Meter,
  assigned: Assigned = new Map(),
): Filled {
  const sources: Record<string, LeafSource[]> = {};
  const gaps: Record<string, string> = {};
  const unnamed: UnnamedLeaf[] = [];

  const rest = (pointer: string, on: LeafSource[]): void => {
    meter.write(pointer, 0, on.length);
    sources[pointer] = on;
  };

  const explain = (pointer: string, reason: string): void => {
    meter.write(pointer, reason.length, 0);
    gaps[pointer] = reason;
  };

  const missing = (part: Template, reason: string, pointer: string): Json => {
    meter.step();
    if (part.kind === 'object' && part.fields.length > 0) {
      const entries = part.fields.map(({ key, template: inner }) => [
        key,
        missing(inner, reason, step(pointer, key)),
      ]);
      return Object.fromEntries(entries);
    }
    explain(pointer, reason);
    if (part.kind === 'array') return [];
    return part.kind === 'leaf' ? null : {};
  };

  const put = (part: Template, meaning: Meaning, pointer: string): Json => {
    meter.step();
    switch (meaning.kind) {
      case 'gap':
        return missing(part, meaning.reason, pointer);
      case 'value':
        return putValue(part, meaning.value, meaning.sources, pointer);
      case 'scope':
        return putScope(part, meaning.scope, pointer);
      case 'list':
        return putList(part, meaning, pointer);
    }
  };

  const putValue = (part: Template, value: Json, from: LeafSource[], pointer: string): Json => {
    if (isOpen(part) && Array.isArray(value)) return putValue(anyList, value, from, pointer);
    if (part.kind === 'array') {
      const item: Template = part.item ?? { kind: 'leaf', types: [], options: null };
      const values = Array.isArray(value) ? value : [value];
      if (values.length === 0) rest(pointer, from);
      return values.map((one, index) => putValue(item, one, from, step(pointer, index)));
    }
    if (part.kind !== 'leaf')
      return missing(part, 'The value for this field is a single value, not an object.', pointer);
    const fitting = inFormOf(part, value);
    if (fitting === undefined) return missing(part, `${shown(value)} is not of the requested form.`, pointer);
    rest(pointer, from);
    if (typeof fitting === 'string') meter.write('', fitting.length, 0);
    return fitting;
  };

  const putScope = (part: Template, scope: Scope, pointer: string): Json => {
    meter.step(scope.kind === 'findings' ? scope.findings.length : 1);
    switch (part.kind) {
      case 'leaf':
        return put(part, naturalMeaning(scope, part), pointer);
      case 'array':
        return putList(part, listOf(scope, part.item), pointer);
      case 'map':
        return scope.kind === 'findings'
          ? putMap(part.item, scope.findings, pointer)
          : missing(part, 'This field does not refer to a list of rules.', pointer);
      case 'object':
        return putFields(part.fields, scope, pointer);
    }
  };

  const putFields = (fields: readonly Field[], scope: Scope, pointer: string): Json => {
    const entries: [string, Json][] = [];
    for (const field of fields) {
      const value = putField(field, scope, step(pointer, field.key));
      if (value !== null || !field.optional) entries.push([field.key, value]);
    }
    return Object.fromEntries(entries);
  };

  /** An object or list whose name has no meaning only groups its keys, which refer to the same scope. */
  const putField = ({ key, names, template: part }: Field, scope: Scope, pointer: string): Json => {
    const meaning = meaningOf(names, scope, part);
    if (meaning) return put(part, meaning, pointer);
    if (part.kind !== 'leaf') return putScope(part, scope, pointer);
    const given = assigned.get(pointer);
    if (given) return put(part, given, pointer);
    if (scope.kind === 'findings') {
      meter.write(pointer, sizeOf(part), 0);
      unnamed.push({ pointer, names, leaf: part });
    }
    return missing(part, `No rule, value or field of a finding is named “${key}”.`, pointer);
  };

  const putMap = (item: Template, of: readonly Finding[], pointer: string): Json => {
    const names = new Set(of.map(({ rule }) => rule.name));
    const entries = [...names].map((name) => {
      const meaning = findingsField([name], of, item) ?? gap(`No rule is named “${name}”.`);
      return [name, put(item, meaning, step(pointer, name))];
    });
    return Object.fromEntries(entries);
  };

  const putList = (part: Template, list: List, pointer: string): Json => {
    const [first, ...more] = list.scopes;
    if (isOpen(part)) return putList(anyList, list, pointer);
    if (part.kind === 'array') {
      if (!first && list.none !== undefined) explain(pointer, list.none);
      else if (!first) rest(pointer, list.sources);
      return list.scopes.map((scope, index) =>
        putScope(part.item ?? usualItem(scope), scope, step(pointer, index)),
      );
    }
    if (part.kind === 'leaf' && wantsCount(part, list.scopes)) {
      return putValue(part, list.scopes.length, list.sources, pointer);
    }
    if (isYesOrNo(part)) return putValue(part, first !== undefined, list.sources, pointer);
    if (!first) return missing(part, list.none ?? 'There is none.', pointer);
    if (more.length === 0 || first.kind === 'citation') return putScope(part, first, pointer);
    if (part.kind === 'leaf') return putJoined(part, list.scopes, pointer);
    const findingsOf = list.scopes.flatMap((scope) => (scope.kind === 'finding' ? [scope.finding] : []));
    return putScope(part, { kind: 'findings', findings: findingsOf }, pointer);
  };

  const putJoined = (part: Leaf, scopes: readonly Scope[], pointer: string): Json => {
    const meanings = scopes.map((scope) => naturalMeaning(scope, part));
    const values = meanings.flatMap((meaning) => (meaning.kind === 'value' ? [meaning] : []));
    if (values.length === 0) return missing(part, `None of ${scopes.length} has a value.`, pointer);
    return putValue(
      part,
      values.map(({ value }) => String(value)),
      values.flatMap((value) => value.sources),
      pointer,
    );
  };

  const output = putScope(template, { kind: 'findings', findings }, '');
  return { output, sources, gaps, unnamed };
}

function usualItem(scope: Scope): Template {
  if (scope.kind === 'citation') return usualCitation;
  return scope.kind === 'value' ? usualValue : usualFinding;
}

const anyList: Template = { kind: 'array', item: null };

/** Whether a part accepts any value: an example of `null`, or a schema without a type. */
function isOpen(part: Template): boolean {
  return part.kind === 'leaf' && part.options === null && part.types.length === 0;
}

function wantsCount({ types }: Leaf, scopes: readonly Scope[]): boolean {
  const numeric = types.includes('number') || types.includes('integer');
  return numeric && !types.includes('string') && scopes.every(({ kind }) => kind === 'finding');
}

function sizeOf({ options }: Leaf): number {
  return options === null ? 0 : JSON.stringify(options).length;
}

const shown = (value: Json): string => `“${JSON.stringify(value)?.slice(0, 60)}”`;

const step = (pointer: string, key: string | number): string =>
  `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
