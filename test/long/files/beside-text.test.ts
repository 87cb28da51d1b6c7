import { afterAll, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/load/load-source.ts';
import type { SourceText } from '../../../engine/model/source.ts';
import { loadPath } from '../../gate/engine/load/support/load-file.ts';
import { commentedDocument, commentedSheet, commentedTalk } from '../support/flat-odf.ts';
import { makeFolder } from '../support/folder.ts';
import { saveAs } from '../support/office.ts';
import { areHere } from '../support/programs.ts';

const folder = makeFolder();
const programs = areHere('soffice');
afterAll(() => {
  closeLoading();
  folder.remove();
});

async function saved(filter: string, name: string, content: string): Promise<SourceText> {
  const [path = ''] = await saveAs(folder, filter, [folder.write(name, content)]);
  return loadPath(path);
}

function placesOf(content: SourceText, words: string) {
  const found = [...content.text.matchAll(new RegExp(words.replace(/[?.]/g, '\\$&'), 'g'))];
  return found.map(
    ({ index }) => content.ranges.find(({ start, end }) => start <= index && index < end)?.locator,
  );
}

describe.skipIf(!programs)('headers, notes and comments of a file that LibreOffice saved', () => {
  it.each(['docx', 'odt', 'rtf', 'doc'])(
    'are read, and cited as headers, notes and comments: %s',
    async (filter) => {
      const content = await saved(filter, 'commented.fodt', commentedDocument());
      const heading = 'Headers and footers';
      expect(placesOf(content, 'Contract 4711')).toEqual([{ kind: 'section', heading, paragraph: 1 }]);
      expect(placesOf(content, 'Confidential until signed')).toEqual([
        { kind: 'section', heading, paragraph: 2 },
      ]);
      expect(placesOf(content, 'Should it not be three?')).toEqual([
        filter === 'doc'
          ? { kind: 'section', heading: 'Comments', paragraph: 1, comment: true }
          : { kind: 'section', paragraph: 2, comment: true },
      ]);
      expect(placesOf(content, 'The term is two years.')).toEqual([{ kind: 'section', paragraph: 2 }]);
      expect(placesOf(content, 'Last of all.')).toEqual([{ kind: 'section', paragraph: 3 }]);
      if (filter !== 'doc') expect(content.text).toContain('Comment by Jane Doe: Should');
      expect(content.warnings).toContainEqual(expect.objectContaining({ code: 'comments' }));
    },
  );

  it.each(['xlsx', 'ods'])('are read and cited by cell: %s', async (filter) => {
    const content = await saved(filter, 'commented.fods', commentedSheet());
    const cell = { kind: 'cell', sheet: 'Prices', range: 'B2' };
    expect(placesOf(content, 'Who agreed to it?')).toEqual([{ ...cell, comment: true }]);
    expect(placesOf(content, 'Discount')).toEqual([cell]);
  });

  it.each(['pptx', 'odp'])('are read and cited by slide: %s', async (filter) => {
    const content = await saved(filter, 'commented.fodp', commentedTalk());
    expect(placesOf(content, 'Too early to say.')).toEqual([{ kind: 'slide', slide: 1, comment: true }]);
    expect(placesOf(content, 'Plans')).toEqual([{ kind: 'slide', slide: 1 }]);
  });
});
