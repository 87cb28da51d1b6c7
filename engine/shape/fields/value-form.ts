import type { Json } from '../../model/result.ts';
import type { Leaf } from '../template.ts';
import { keyWords } from './key-words.ts';

/** Synonyms of the outcomes and of yes and no, to match "pass|fail" or an enum of a schema. */
const sameWords: string[][] = [
  ['satisfied', 'pass', 'passed', 'compliant', 'met', 'ok', 'yes', 'true', 'fulfilled', 'green'],
  [
    'violated',
    'fail',
    'failed',
    'non compliant',
    'noncompliant',
    'not compliant',
    'breach',
    'breached',
    'no',
    'false',
    'red',
  ],
  [
    'partly satisfied',
    'partial',
    'partially',
    'partially compliant',
    'partially met',
    'partly',
    'amber',
    'yellow',
  ],
  ['undetermined', 'unknown', 'unclear', 'inconclusive', 'open'],
  ['conflicting', 'conflict', 'contradictory'],
  ['not applicable', 'na', 'n a'],
  ['not found', 'missing', 'absent'],
];

/** A value in the form that a leaf requires; undefined when it has no such form. Nothing is rounded or guessed. */
export function inFormOf({ types, options }: Leaf, value: Json): Json | undefined {
  if (options) return options.find((option) => option === value) ?? sameOption(value, options);
  if (types.length === 0) return value;
  const forms: Json[] = [value];
  if (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)) forms.push(Number(value));
  if (typeof value === 'number' || typeof value === 'boolean') forms.push(String(value));
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) forms.push(value.join('\n'));
  return forms.find((form) => types.some((type) => isOf(form, type)));
}

function isOf(value: Json, type: Leaf['types'][number]): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

function sameOption(value: Json, options: readonly Json[]): Json | undefined {
  if (typeof value === 'object') return undefined;
  const words = keyWords(String(value));
  const group = sameWords.find((known) => known.includes(words)) ?? [words];
  return options.find((option) => typeof option === 'string' && group.includes(keyWords(option)));
}
