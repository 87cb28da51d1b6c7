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

  it('counts the word of the rule and another name that the files give it alike', async () => {
    const apart = (words: string) =>
      `${'Chapter on other things. '.repeat(60)}\n\n${words}\n\n${'Matters of no interest. '.repeat(60)}`;
    const named = async (owner: string) => {
      const clause = `The ${owner} rotation is recorded.`;
      const pages = ['A password, also known as a passphrase, is personal.', clause].map(apart);
      const sources = [source([...filler, ...pages])];
      const asked = { name: 'Password rotation', description: 'Zebras graze near a password.' };
      return (await (await createPassageIndex(sources)).retrieve(asked, sources)).presence;
    };
    const other = await named('badge');
    expect(await named('password')).toBeGreaterThan(other);
    expect(await named('passphrase')).toBeGreaterThan(other);
    expect(await named('password')).toBeCloseTo(await named('passphrase'), 1);
  });

  it('is higher for adjacent words than for scattered words, and 0 for none', async () => {
    const together = await presenceOf('Rule of the agent', 'The agent keeps the source code.');
    const apart = await presenceOf('Rule of the key', 'The key opens the escrow.');
    expect(together).toBeGreaterThan(apart);
    expect(apart).toBeGreaterThan(0);
    expect(await presenceOf('Zebras', 'Giraffes graze quietly.')).toBe(0);
  });
});
