import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

describe('a rule about a region', () => {
  const rule = 'Patient records must be stored only in the European Union.';

  it.each([
    ['Patient records are stored only in Leipzig (Germany) and Gdansk (Poland).', 'satisfied'],
    ['Patient records are stored only in the EU.', 'satisfied'],
    ['Patient records are stored only in Germany and Switzerland.', 'violated'],
    ['Patient records are stored only in the United States.', 'violated'],
    ['Patient records are stored only in Leipzig (Germany) and Springfield.', 'undetermined'],
  ])('is compared with the countries of a clause: %s', async (text, outcome) => {
    expect(await ask(rule, text)).toMatchObject({ outcome, support: 'partial' });
  });

  it('says which countries the region includes', async () => {
    const { statement } = await ask(rule, 'Patient records are stored only in Leipzig (Germany).');
    expect(statement).toContain('names “Germany”; the rule names the European Union, which includes it.');
  });

  it('includes more countries in the European Economic Area', async () => {
    const area = 'Patient records must be stored only in the EEA.';
    const text = 'Patient records are stored only in Norway.';
    expect((await ask(area, text)).outcome).toBe('satisfied');
    expect((await ask(rule, text)).outcome).toBe('violated');
  });
});
