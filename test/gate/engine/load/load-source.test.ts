import { afterAll, describe, expect, it } from 'vitest';
import { locatorAt } from '../../../../engine/cite/locator-at.ts';
import { closeLoading } from '../../../../engine/load/load-source.ts';
import { loadPath, pageText, testFolder } from './support/load-file.ts';
import { makePdf } from './support/make-pdf.ts';

const folder = testFolder();
afterAll(() => {
  closeLoading();
  folder.remove();
});

describe('the text of a loaded source', () => {
  it('has a range for each page of a PDF, in order and without gaps', async () => {
    const pages = Array.from({ length: 60 }, (_, index) => [
      { text: `Clause ${index + 1}: the supplier keeps item ${index * 7}.`, y: 400 },
    ]);
    const path = folder.write('sixty.pdf', await makePdf(pages));
    const content = await loadPath(path);
    expect(content.pages).toBe(60);
    expect(content.ranges.map(({ locator }) => locator)).toEqual(
      pages.map((_, index) => ({ kind: 'page', page: index + 1 })),
    );
    for (const [index, range] of content.ranges.entries()) {
      expect(range.start).toBe(index === 0 ? 0 : content.ranges[index - 1]?.end);
      expect(pageText(content, index + 1)).toContain(
        `Clause ${index + 1}: the supplier keeps item ${index * 7}.`,
      );
    }
    expect(content.ranges.at(-1)?.end).toBe(content.text.length);
  });

  it('has a range for each line of a text file', async () => {
    const path = folder.write('notes.txt', 'First line.\nSecond line.\n\n\nFifth line.');
    const content = await loadPath(path);
    expect(content.text).toBe('First line.\nSecond line.\n\n\nFifth line.');
    const fifth = content.text.indexOf('Fifth');
    expect(locatorAt(content, { start: fifth, end: fifth + 5 })).toEqual({ kind: 'lines', from: 5, to: 5 });
    const both = { start: content.text.indexOf('Second'), end: fifth + 5 };
    expect(locatorAt(content, both)).toEqual({ kind: 'lines', from: 2, to: 5 });
  });
});
