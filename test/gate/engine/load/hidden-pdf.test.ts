import { describe, expect, it } from 'vitest';
import { hiddenFrom, type SourceText } from '../../../../engine/model/source.ts';
import { loadPath, testFolder } from './support/load-file.ts';
import { hiders, makePages, shown } from './support/make-hidden-pdf.ts';

const folder = testFolder();

const words = (page: number) => `The secret clause ${page} binds nobody at all.`;

function pagesOf(content: SourceText, hidden: boolean): Map<number, string> {
  const pages = new Map<number, string>();
  for (const range of content.ranges) {
    if ((range.hidden ?? false) !== hidden || range.locator.kind !== 'page') continue;
    const { page } = range.locator;
    pages.set(page, (pages.get(page) ?? '') + content.text.slice(range.start, range.end));
  }
  return pages;
}

describe('text that a PDF hides', async () => {
  const names = Object.keys(hiders);
  const content = await loadPath(folder.write('hidden.pdf', await makePages(Object.values(hiders), words)));
  const seen = pagesOf(content, false);
  const hidden = pagesOf(content, true);

  it.each(names.map((name, index) => [name, index + 1] as const))(
    'is read and marked as hidden if it is %s',
    (_, page) => {
      expect(hidden.get(page)?.trim()).toBe(words(page));
      expect(seen.get(page)?.trim()).toBe(
        `The visible clause ${page} binds the buyer alone.\nThe closing words ${page} are plain too.`,
      );
    },
  );

  it('comes after all visible text', () => {
    const from = hiddenFrom(content);
    expect(content.text.slice(0, from)).not.toContain('secret');
    expect(content.text.slice(from)).not.toMatch(/visible|closing/);
  });

  it('is reported in one warning, with the first places, words and reasons', () => {
    expect(content.warnings).toHaveLength(1);
    expect(content.warnings[0]?.code).toBe('hidden_text');
    const message = content.warnings[0]?.message ?? '';
    expect(message).toContain(
      'page 1 “The secret clause 1 binds nobody at all.” (in the colour of its background)',
    );
    expect(message).toContain(`and ${names.length - 5} more`);
    expect(message.length).toBeLessThan(800);
  });
});

describe('text that a PDF shows', async () => {
  const names = Object.keys(shown);
  const content = await loadPath(folder.write('shown.pdf', await makePages(Object.values(shown), words)));

  it.each(names.map((name, index) => [name, index + 1] as const))(
    'is not marked as hidden if it is %s',
    (_, page) => {
      expect(pagesOf(content, true).get(page)).toBeUndefined();
      expect(pagesOf(content, false).get(page)).toContain(words(page));
    },
  );

  it('adds no warning', () => expect(content.warnings).toEqual([]));
});

it('words hidden within a line of a PDF leave the visible line intact', async () => {
  const within = await makePages(
    [
      (page) => {
        page.text('Payment is due in 3', 72, 200, { lineBreak: false, continued: true });
        page.fillColor('#ffffff').text('0', { lineBreak: false, continued: true });
        page.fillColor('#000000').text(' days after receipt.', { lineBreak: false });
      },
    ],
    words,
  );
  const content = await loadPath(folder.write('within.pdf', within));
  expect(content.text.slice(0, hiddenFrom(content))).toContain('Payment is due in 3 days after receipt.');
  expect(content.text.slice(hiddenFrom(content)).trim()).toBe('0');
});
