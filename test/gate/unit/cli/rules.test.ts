import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { readRules } from '../../../../src/cli/rules/read.ts';
import { everyField } from '../../../support/rules.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const folder = temporaryFolder('rules');
afterEach(() => vi.unstubAllEnvs());

function rulesFile(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function problems(name: string, content: string | Buffer): Promise<string[]> {
  const error: unknown = await readRules(rulesFile(name, content)).catch((thrown: unknown) => thrown);
  if (!(error instanceof Error)) throw new Error('expected the rules to be refused');
  return error.message.split('\n');
}

const rule = { name: 'Notice', description: 'Notice is 30 days.' };

it('a rule set that exceeds LIMIT_RULE_SET_BYTES is refused', async () => {
  const path = rulesFile('large.json', JSON.stringify([{ ...rule, description: 'x'.repeat(5_000) }]));
  vi.stubEnv('LIMIT_RULE_SET_BYTES', '4000');
  await expect(readRules(path)).rejects.toThrow(/large\.json has \d+ bytes as JSON, and at most 4000/);
  vi.unstubAllEnvs();
  expect((await readRules(path)).rules).toHaveLength(1);
});

describe('a rules file is read', () => {
  it('as a list in YAML', async () => {
    const path = rulesFile(
      'list.yml',
      '- name: Notice\n  description: Notice is 30 days.\n  ifAbsent: violated\n',
    );
    expect(await readRules(path)).toEqual({
      rules: [{ ...rule, ifAbsent: 'violated' }],
      outputFormat: null,
      warnings: [],
    });
  });

  it('as an object in JSON that includes the output format', async () => {
    const file = { rules: [rule], outputFormat: { days: 30 } };
    expect(await readRules(rulesFile('object.json', JSON.stringify(file)))).toEqual({
      ...file,
      warnings: [],
    });
  });

  it('as the JSON of proviso rules from, of which only the rules count', async () => {
    const extracted = {
      rules: [{ ...rule, note: 'The model answered nothing.' }],
      leftOut: [{ file: 'policy.pdf', quote: 'Rules should be short.', reason: 'recommendation' }],
      rewording: { model: 'gpt' },
    };
    const read = await readRules(rulesFile('extracted.json', JSON.stringify(extracted)));
    expect(read).toEqual({ rules: [rule], outputFormat: null, warnings: [] });
    const wrong = { ...extracted, rules: [{ ...rule, title: 'Notice' }] };
    expect(await problems('wrong.json', JSON.stringify(wrong))).toHaveLength(2);
  });

  it('with every field that a rule can have, in YAML and in JSON', async () => {
    const read = {
      rules: [everyField, { ...rule, id: 'n-1', examples: {} }],
      outputFormat: null,
      warnings: [],
    };
    expect(await readRules(rulesFile('all.yaml', stringify(read.rules)))).toEqual(read);
    expect(await readRules(rulesFile('all.json', JSON.stringify(read.rules)))).toEqual(read);
  });

  it('with YAML aliases for values that several rules share', async () => {
    const text = '- &first {name: Notice, description: Notice is 30 days.}\n- {<<: *first, name: Other}\n';
    const { rules } = await readRules(rulesFile('merged.yaml', text));
    expect(rules).toEqual([rule, { ...rule, name: 'Other' }]);
  });

  it('with any line breaks, and with or without a byte order mark', async () => {
    const path = rulesFile('bom.yaml', '\ufeff- name: Notice\r\n  description: Notice is 30 days.\r\n');
    expect((await readRules(path)).rules).toEqual([rule]);
  });
});

describe('every problem of a rules file is listed with line and JSON path', () => {
  it('if the rules are a list', async () => {
    const text =
      '- name: Notice\n  descripton: x\n- name: " "\n  description: 8\n  ifAbsent: maybe\n- just text\n- 5\n';
    expect(await problems('bad.yml', text)).toEqual([
      'bad.yml has 7 problems',
      'bad.yml:1  $[0].description  is missing',
      'bad.yml:2  $[0].descripton  unknown key; did you mean description?',
      'bad.yml:3  $[1].name  needs at least one character that is not a space',
      'bad.yml:4  $[1].description  must be text, not the number 8: put it in quotes',
      'bad.yml:5  $[1].ifAbsent  must be violated or satisfied, not "maybe"',
      'bad.yml:6  $[2]  must be an object, not text',
      'bad.yml:7  $[3]  must be an object, not the number 5',
    ]);
  });

  it('if a field of a rule is unknown, of the wrong kind or out of bounds, also inside another field', async () => {
    const lines = [
      '- {id: 5.1, name: Notice, description: d}',
      '- name: Notice',
      '  description: d',
      '  id: -a',
      '  severity: hgh',
      `  owner: "${'x'.repeat(201)}"`,
      '  tags: [ok, 5, "a\\nb"]',
      '  deadline: 2026-02-30',
      `  references: [${Array(21).fill('a').join(', ')}]`,
      '  examples: {satisfies: x, violate: []}',
      '  source: {pge: 4, page: 1.5, quote: s}',
      '  sevrity: high',
    ];
    expect(await problems('fields.yml', lines.join('\n'))).toEqual([
      'fields.yml has 14 problems',
      'fields.yml:1  $[0].id  must be text, not the number 5.1: put it in quotes',
      'fields.yml:4  $[1].id  must be 1 to 100 letters (A to Z), digits, dots, underscores or hyphens, and begin with a letter or a digit',
      'fields.yml:5  $[1].severity  must be critical or high or medium or low, not "hgh"',
      'fields.yml:7  $[1].tags[1]  must be text, not the number 5: put it in quotes',
      'fields.yml:7  $[1].tags[2]  must be a single line with at least one character that is not a space',
      'fields.yml:6  $[1].owner  is longer than 200 characters',
      'fields.yml:8  $[1].deadline  must be a date of the calendar in the form 2026-12-31',
      'fields.yml:9  $[1].references  has more than 20 entries',
      'fields.yml:10  $[1].examples.satisfies  must be a list, not text',
      'fields.yml:10  $[1].examples.violate  unknown key; did you mean violates?',
      'fields.yml:11  $[1].source.file  is missing',
      'fields.yml:11  $[1].source.page  must be a whole number, not the number 1.5',
      'fields.yml:11  $[1].source.pge  unknown key; did you mean page?',
      'fields.yml:12  $[1].sevrity  unknown key; did you mean severity?',
    ]);
  });

  it('if rules have the same id: each of them is named', async () => {
    const rules = ['a', 'b', 'a'].map((id) => `- {id: ${id}, name: n, description: d}`);
    expect(await problems('ids.yml', rules.join('\n'))).toEqual([
      'ids.yml has 2 problems',
      'ids.yml:1  $[0].id  a is the id of 2 rules: give every rule its own id',
      'ids.yml:3  $[2].id  a is the id of 2 rules: give every rule its own id',
    ]);
  });

  it('if the rules are in an object', async () => {
    const text =
      '{\n  "rules": [\n    {"name": "Notice"}\n  ],\n  "knowledge": "x",\n  "outputFormat": []\n}';
    expect(await problems('bad.json', text)).toEqual([
      'bad.json has 3 problems',
      'bad.json:3  $.rules[0].description  is missing',
      'bad.json:6  $.outputFormat  must be an object, not a list',
      'bad.json:5  $.knowledge  unknown key; known are rules, outputFormat, secondSignOff',
    ]);
  });

  it('if the problem is in an outputFormat', async () => {
    const lines = [
      'rules:',
      '  - name: Notice',
      '    description: The tenant gives notice.',
      'outputFormat:',
      '  type: object',
      '  properties:',
      '    days: {type: number, minimum: "3"}',
      '    all:',
      '      type: thing',
    ];
    expect(await problems('format.yml', lines.join('\n'))).toEqual([
      'format.yml has 2 problems',
      'format.yml:7  $.outputFormat.properties.days.minimum  must be number (JSON Schema 2020-12): correct it',
      expect.stringMatching(
        /^format\.yml:9 {2}\$\.outputFormat\.properties\.all\.type {2}must be one of array, /,
      ),
    ]);
  });

  it('if there are no rules', async () => {
    expect(await problems('none.yml', 'rules: []')).toContain('none.yml:1  $.rules  needs at least one rule');
    expect(await problems('lost.yml', 'rule: []')).toContain(
      'lost.yml:1  $.rule  unknown key; did you mean rules?',
    );
    expect((await problems('empty.yml', ''))[0]).toBe('empty.yml contains nothing, not rules');
    expect((await problems('text.yml', 'Notice is 30 days'))[0]).toBe('text.yml contains text, not rules');
  });

  it('if the file is not YAML, not JSON, not text or does not exist', async () => {
    expect((await problems('broken.yml', 'rules:\n  - name: "x\n'))[1]).toMatch(/^broken\.yml:\d+ {2}\S/);
    expect((await problems('broken.json', '[{"name": }]'))[0]).toBe('broken.json is not valid JSON');
    expect((await problems('latin1.yml', Buffer.from([0xe9, 0x0a])))[0]).toMatch(
      /latin1\.yml is not UTF-8 text$/,
    );
    await expect(readRules(join(folder, 'absent.yml'))).rejects.toThrow(/absent\.yml does not exist/);
    await expect(readRules(folder)).rejects.toThrow(/is a folder/);
  });

  it('if a key is repeated', async () => {
    const text = '[\n  {"name": "Notice",\n   "description": "a",\n   "description": "b"}\n]';
    expect(await problems('twice.json', text)).toEqual([
      'twice.json has a duplicate key',
      'twice.json:4  this key is a duplicate',
    ]);
    expect((await problems('twice.yml', text))[0]).toBe('twice.yml is not valid YAML');
  });

  it('if aliases expand excessively', async () => {
    const levels = Array.from({ length: 12 }, (_, level) =>
      level === 0
        ? '- &a0 {name: x, description: y}'
        : `- &a${level} [${Array(9)
            .fill(`*a${level - 1}`)
            .join(', ')}]`,
    );
    expect((await problems('bomb.yml', levels.join('\n')))[0]).toBe('bomb.yml cannot be used');
  });
});

describe('a rules file that could crash the program', () => {
  it.each([
    [
      'deep.json',
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      /nests its values more than 64 levels deep/,
    ],
    [
      'endless.yml',
      'rules: []\noutputFormat: &a\n  again: *a\n',
      /nests its values more than 64 levels deep/,
    ],
    ['deep.yml', '['.repeat(100_000), /nests its values more than 64 levels deep/],
    ['dashes.yml', '- '.repeat(100_000), /nests its values more than 64 levels deep/],
    ['keys.yml', '? '.repeat(100_000), /nests its values more than 64 levels deep/],
    [
      'long.yml',
      `- name: Notice\n  description: "${'notice '.repeat(2_000)}"\n`,
      /longer than 10,000 characters/,
    ],
  ])('is refused with a reason: %s', async (name, content, reason) => {
    expect((await problems(name, content)).join('\n')).toMatch(reason);
  });

  it('is not a file that has many brackets inside its texts', async () => {
    const many = { ...rule, description: `Notice ${'['.repeat(100)} is "30" days.` };
    expect((await readRules(rulesFile('brackets.json', JSON.stringify([many])))).rules).toEqual([many]);
  });
});
