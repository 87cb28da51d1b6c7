import { afterEach, describe, expect, test } from 'vitest';
import type { SourceText } from '../../../../engine/model/source.ts';
import { createPassageIndex } from '../../../../engine/retrieve/passage-index.ts';
import { TextSpillCache } from '../../../../engine/runtime/text-spill-cache.ts';
import { source } from '../../../support/sources.ts';
import { filler } from '../check/support/ask.ts';

const open: TextSpillCache[] = [];
afterEach(() => {
  for (const texts of open.splice(0)) texts.close();
});

/** A cache with room for one or two of the texts below. */
function texts(most = 2_500): TextSpillCache {
  const retained = new TextSpillCache(most);
  open.push(retained);
  return retained;
}

const contents = Array.from({ length: 12 }, (_, at) => {
  const { content } = source([...filler, `Rule ${at}: “Grüße” \u{1F600} 日本語 and half a pair \uD83D.`]);
  return { ...content, skips: [{ start: at, end: at + 1 }] };
});
const plain = ({ text, ranges, skips, headings, ...rest }: SourceText): SourceText => ({
  ...rest,
  text,
  ranges,
  skips,
  headings,
});

describe('texts in a cache that moves some of them to disk', () => {
  test('are returned unchanged, in whatever order they are requested', () => {
    const retained = texts();
    const same = contents.map((content) => retained.store(content));
    expect(same.map(plain)).toEqual(contents);
    expect(same.toReversed().map(plain)).toEqual(contents.toReversed());
  });

  test('can be read again until the cache is closed', () => {
    const retained = texts();
    const [first] = contents.map((content) => retained.store(content));
    retained.close();
    expect(() => first?.text).toThrow('released');
  });

  test('stay in memory if they all fit, and if a single text exceeds the whole limit', () => {
    const retained = texts(100_000);
    const all = contents.map((content) => retained.store(content));
    retained.close();
    expect(all.map(({ text }) => text)).toEqual(contents.map(({ text }) => text));
    const [long] = contents;
    expect(long && texts(100).store(long)).toBe(long);
  });

  test('give the same search results as texts in memory', async () => {
    const sources = contents.map((content, fileIndex) => ({
      ...source([]),
      name: `${fileIndex}.pdf`,
      fileIndex,
      sha256: String(fileIndex),
      content,
    }));
    const retained = texts();
    const kept = sources.map((one) => ({ ...one, content: retained.store(one.content) }));
    const rule = { name: 'Minutes', description: 'The steering group must keep minutes.' };
    const found = async (searched: typeof sources) => {
      const { inputs } = await (await createPassageIndex(searched)).retrieve(rule, searched);
      return inputs.map(({ passage, score }) => [passage.source.name, passage.start, score]);
    };
    const inMemory = await found(sources);
    expect(inMemory).toHaveLength(contents.length);
    expect(await found(kept)).toEqual(inMemory);
  });
});
