import { describe, expect, it } from 'vitest';
import { createPassageIndex } from '../../../../engine/retrieve/passage-index.ts';
import { source } from '../../../support/sources.ts';
import { filler } from '../check/support/ask.ts';

const file = source([
  ...filler,
  'Escrow. The source code is kept by an agent of both parties.',
  ...filler,
  'Whoever leaves hands in the key.',
]);

async function presenceOf(name: string, description: string): Promise<number> {
  return (await (await createPassageIndex([file])).retrieve({ name, description }, [file])).presence;
}

describe('the share of a rule that is present in the files', () => {
  it('is higher if the files contain the name of the topic, however the rest is worded', async () => {
    const description = 'A third person holds the source code in deposit.';
    expect(await presenceOf('Escrow', description)).toBeGreaterThan(await presenceOf('X7', description));
  });

  it('is higher for adjacent words than for scattered words, and 0 for none', async () => {
    const together = await presenceOf('Rule of the agent', 'The agent keeps the source code.');
    const apart = await presenceOf('Rule of the key', 'The key opens the escrow.');
    expect(together).toBeGreaterThan(apart);
    expect(apart).toBeGreaterThan(0);
    expect(await presenceOf('Zebras', 'Giraffes graze quietly.')).toBe(0);
  });
});
