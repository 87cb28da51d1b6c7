import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { closeLoading } from '../../../../engine/load/load-source.ts';
import { loadPath, testFolder } from './support/load-file.ts';
import { readingOf } from './support/reading.ts';
import { wholeDocuments } from './support/whole-documents.ts';

const folder = testFolder();
afterAll(() => {
  closeLoading();
  folder.remove();
});

it.each(Object.entries(wholeDocuments))(
  '%s is read with every word at its place, its headings, what was not read, and its warnings',
  async (name, content) => {
    const expected = join(import.meta.dirname, 'samples', 'whole', `${name}.txt`);
    const found = readingOf(await loadPath(folder.write(name, content)));
    expect(found).toEqual(readFileSync(expected, 'utf8').trimEnd().split('\n'));
  },
);
