import { expect, it } from 'vitest';
import type { RunEmbedder } from '../../../../engine/llm/embedding/embedder.ts';
import type { Source } from '../../../../engine/model/source.ts';
import { createMeaningSearch, type MeaningSearch } from '../../../../engine/retrieve/dense/meaning-search.ts';
import { createPassageIndex } from '../../../../engine/retrieve/passage-index.ts';
import { source } from '../../../support/sources.ts';
import { filler } from '../check/support/ask.ts';

const numbers = 8;
const embedder: RunEmbedder = {
  share: 0.5,
  embed: async (texts) => texts.map(() => new Float32Array(numbers).fill(1 / Math.sqrt(numbers))),
  effort: () => ({ calls: 1, inputTokens: 1, outputTokens: 0 }),
  spent: () => ({ tokens: { input: 0, output: 0, cached: 0 }, requests: 0 }),
};
const rule = { name: 'Rent', description: 'The rent must be paid within 30 days.' };

it('a run keeps the vectors of the files that it has yet to search, up to a limit', async () => {
  const files = [0, 1, 2].map((fileIndex) => source(filler, { name: `${fileIndex}.pdf`, fileIndex }));
  const passageIndex = await createPassageIndex(files);
  const bytesOfOne = (passageIndex.passages.size / files.length) * numbers * Float32Array.BYTES_PER_ELEMENT;
  /** Searches one file after another. Returns, for each, whether all files so far could be searched by meaning. */
  async function searchEach(after: (meaning: MeaningSearch, file: Source) => void): Promise<boolean[]> {
    const meaning = createMeaningSearch(embedder, 40, bytesOfOne * 2);
    const fits = [];
    for (const file of files) {
      const evidence = await passageIndex.retrieve(rule, [file]);
      await meaning.refine(
        evidence,
        rule,
        { sources: [file], passageIndex },
        { signal: new AbortController().signal },
      );
      fits.push(meaning.warnings().length === 0);
      after(meaning, file);
    }
    return fits;
  }
  expect(await searchEach(() => {})).toEqual([true, true, false]);
  expect(await searchEach((meaning, file) => meaning.forget([file]))).toEqual([true, true, true]);
});

it('passages are found by meaning in input files only, although knowledge files are searched too', async () => {
  const [input, knowledge] = [
    source(filler, { name: 'lease.pdf' }),
    source(filler, { name: 'policy.pdf', role: 'authority' }),
  ];
  const sources = [input, knowledge];
  const passageIndex = await createPassageIndex(sources);
  const evidence = await passageIndex.retrieve(rule, sources);
  const meaning = createMeaningSearch(embedder, 40);
  const config = { signal: new AbortController().signal };
  const refined = await meaning.refine(evidence, rule, { sources, passageIndex }, config);
  expect(new Set(refined.inputs.map(({ passage }) => passage.source))).toEqual(new Set([input]));
  expect(refined.inputs).toHaveLength(passageIndex.passagesOf(input).length);
});
