import { describe, expect, it } from 'vitest';
import { english } from '../../../../engine/language/english.ts';
import type { Source } from '../../../../engine/model/source.ts';
import { createPassageIndex } from '../../../../engine/retrieve/passage-index.ts';
import { explainedBy } from '../../../../engine/retrieve/query/glossary.ts';
import { source } from '../../../support/sources.ts';
import { filler } from '../check/support/ask.ts';

const entries = (line: string, inGlossary = true) => explainedBy(line, english, inGlossary);

describe('a line of a glossary', () => {
  it.each([
    '- Sick leave (sick pay; time off): medical certificate; days unfit for work',
    '| Sick leave (sick pay, time off) | medical certificate; days unfit for work |',
    '**Sick leave** (sick pay, time off): medical certificate; days unfit for work',
  ])('has names and the words that explain them: %s', (line) => {
    expect(entries(line)).toEqual([
      {
        names: [['sick', 'leav'], ['sick', 'pai'], ['time']],
        wordings: [
          ['medic', 'certif'],
          ['dai', 'unfit', 'work'],
        ],
      },
    ]);
  });

  it('is accepted outside a glossary only if it says that it is a definition', () => {
    expect(entries('Payment (section 5): within 30 days', false)).toEqual([]);
    const [entry] = entries('“Incident” means an event that harms the data of a customer.', false);
    expect(entry?.names).toEqual([['incid']]);
    expect(entry?.wordings[0]).toContain('harm');
  });

  it('is distinguished from the header and the separator row of a table', () => {
    expect(entries('| Term | Meaning |\n|---|---|\n| Leave | days unfit for work |')).toHaveLength(1);
  });

  it('is read quickly among very long runs of spaces', () => {
    expect(entries(`${' '.repeat(300_000)}(${' '.repeat(300_000)}`)).toEqual([]);
  });
});

describe('the words of a glossary', () => {
  const words = source(['Glossary\n\n- Sick leave: medical certificate; days unfit for work'], {
    name: 'glossary.txt',
    role: 'authority',
  });
  const input = source([
    ...filler,
    'Whoever is unfit for work hands in a certificate of a physician.',
    ...filler,
    'A leave to build was given.',
  ]);
  const ask = async (sources: readonly Source[]) =>
    (await createPassageIndex(sources)).retrieve(
      { name: 'Rule', description: 'Sick leave must be shown.' },
      sources,
    );

  const firstOfInput = ({ inputs }: Awaited<ReturnType<typeof ask>>): string => {
    const first = inputs.find(({ passage }) => passage.source === input)?.passage;
    return input.content.text.slice(first?.start, first?.end);
  };

  it('help to find passages, and change nothing else', async () => {
    const plain = await ask([input]);
    const helped = await ask([input, words]);
    expect(firstOfInput(plain)).not.toContain('unfit for work');
    expect(firstOfInput(helped)).toContain('unfit for work');
    expect(helped.terms).toEqual(plain.terms);
  });

  it('are taken from knowledge files only', async () => {
    const planted = source([words.content.text], { name: 'glossary.txt', fileIndex: 1 });
    expect(firstOfInput(await ask([input, planted]))).not.toContain('unfit for work');
  });
});
