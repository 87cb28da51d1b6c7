import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { rulesJsonSchema } from '../../../../docs/rules-schema.ts';
import { rulesIn } from '../../../../src/cli/rules/parse.ts';
import { parseWritten } from '../../../../src/cli/written/parse.ts';
import { everyField } from '../../../support/rules.ts';
import { repositoryRoot } from './repository.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false });
formats.default(ajv);
const accepts = ajv.compile(JSON.parse(rulesJsonSchema()));

const rule = { name: 'Notice', description: 'Notice is 30 days.' };
const right: [string, unknown][] = [
  ['a list of rules', [rule]],
  ['every field', [everyField]],
  ['empty lists', [{ ...rule, tags: [], references: [], examples: { satisfies: [] } }]],
  ['an object with an outputFormat', { rules: [rule], outputFormat: { days: 30 } }],
  ['an object without an outputFormat', { rules: [rule] }],
  ['a leap day', [{ ...rule, deadline: '2028-02-29' }]],
];
const wrong: [string, unknown][] = [
  ['no rules', []],
  ['a single rule', rule],
  ['a blank name', [{ ...rule, name: ' ' }]],
  ['a missing description', [{ name: 'Notice' }]],
  ['an unknown field', [{ ...rule, sevrity: 'high' }]],
  ['an unknown field of the file', { rules: [rule], knowledge: 'x' }],
  ['an unknown field of the source', [{ ...rule, source: { ...everyField.source, pge: 1 } }]],
  ['an id with a space', [{ ...rule, id: 'a b' }]],
  ['an id that begins with a hyphen', [{ ...rule, id: '-a' }]],
  ['an id of 101 characters', [{ ...rule, id: 'a'.repeat(101) }]],
  ['an unknown severity', [{ ...rule, severity: 'urgent' }]],
  ['an unknown modality', [{ ...rule, modality: 'wish' }]],
  ['21 tags', [{ ...rule, tags: Array(21).fill('a') }]],
  ['a tag of two lines', [{ ...rule, tags: ['a\nb'] }]],
  ['a blank owner', [{ ...rule, owner: ' ' }]],
  ['a day that does not exist', [{ ...rule, deadline: '2027-02-29' }]],
  ['a deadline with a time', [{ ...rule, deadline: '2027-02-01T00:00:00Z' }]],
  ['a page that is not a whole number', [{ ...rule, source: { ...everyField.source, page: 1.5 } }]],
  ['a page before the first', [{ ...rule, source: { ...everyField.source, page: 0 } }]],
  ['a source without words', [{ ...rule, source: { file: 'a.pdf' } }]],
  ['an example that is not a list', [{ ...rule, examples: { satisfies: 'x' } }]],
  ['null in place of a field', [{ ...rule, owner: null }]],
];

function isRead(value: unknown): boolean {
  try {
    rulesIn(parseWritten(JSON.stringify(value), 'rules.json'));
    return true;
  } catch {
    return false;
  }
}

describe('docs/rules.schema.json', () => {
  it('is generated from the schema with which rules files are read', () => {
    const published = readFileSync(join(repositoryRoot, 'docs/rules.schema.json'), 'utf8');
    expect(published, 'run: npx tsx docs/make-rules-schema.ts > docs/rules.schema.json').toBe(
      rulesJsonSchema(),
    );
  });

  it.each(right)('accepts %s, as Proviso does', (_, value) => {
    expect([accepts(value), isRead(value)]).toEqual([true, true]);
  });

  it.each(wrong)('rejects %s, as Proviso does', (_, value) => {
    expect([accepts(value), isRead(value)]).toEqual([false, false]);
  });

  it('accepts the rules files among the samples', () => {
    const folder = join(repositoryRoot, 'samples');
    const files = readdirSync(folder).filter((name) => /rules.*\.ya?ml$/.test(name));
    expect(files.length).toBeGreaterThan(0);
    for (const name of files)
      expect(accepts(parse(readFileSync(join(folder, name), 'utf8'))), name).toBe(true);
  });
});
