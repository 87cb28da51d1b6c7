import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { closeLoading, localPorts, testExamples } from '../../../engine/index.ts';
import { readRules } from '../../../src/cli/rules/read.ts';

const folder = join(import.meta.dirname, '../../../samples/rule-sets');
const files = readdirSync(folder);

afterAll(() => closeLoading());

describe('a starter rule set', () => {
  it.each(files)('has for every rule an id, a source and examples of both kinds: %s', async (file) => {
    const { rules } = await readRules(join(folder, file));
    for (const { id, name, severity, references = [], examples } of rules) {
      expect({ name, id, severity }).toMatchObject({ id: expect.any(String), severity: expect.any(String) });
      expect(references.length, name).toBeGreaterThan(0);
      expect(examples?.satisfies?.length, name).toBeGreaterThan(0);
      expect(examples?.violates?.length, name).toBeGreaterThan(0);
    }
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
  });

  it.each(files)('has no example with a wrong answer: %s', async (file) => {
    const { rules } = await readRules(join(folder, file));
    const examples = await testExamples(rules, localPorts());
    expect(examples.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  });
});
