import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/load/load-source.ts';
import { noSourceCache, openLocalFile } from '../../../engine/load/local-files.ts';
import { localFiles } from '../../../engine/local.ts';
import { repeatedIds, ruleSchema } from '../../../engine/model/rule.ts';
import type { Extraction } from '../../../engine/rules/extract/model.ts';
import { rulesFrom } from '../../../engine/rules/extract/rules-from.ts';
import { sharedPath } from '../../support/shared.ts';
import { areHere, run } from '../support/programs.ts';

const samples = sharedPath('samples');
const isPossible = samples !== null && areHere('pdftotext');
const documents = [
  ['NIST.SP.800-63b.pdf', 290],
  ['FIPS200.pdf', 37],
  ['NIST.SP.800-145.pdf', 1],
] as const;

const letters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** The words around each "shall" and "must" of a page: those up to it, and those from it on. */
function bindingPlaces(page: string): { before: string; after: string }[] {
  return [...page.matchAll(/\b(?:shall|must)\b/giu)].map(({ 0: word, index }) => {
    const before = page
      .slice(Math.max(0, index - 60), index)
      .split(/\s+/)
      .slice(-3)
      .join(' ');
    // The mark of an item, as in "must: (i) ensure", is not part of a rule's description.
    const after = page
      .slice(index + word.length, index + 90)
      .replace(/^:\s*\([ivx]+\)/, '')
      .trim()
      .split(/\s+/)
      .slice(0, 3)
      .join(' ');
    return { before: letters(before + word), after: letters(word + after) };
  });
}

describe.skipIf(!isPossible)('the rules of real standards, compared with pdftotext', () => {
  afterAll(() => closeLoading());

  describe.each(documents)('%s', (name, least) => {
    const path = `${samples}/${name}`;
    let pages: string[] = [];
    let found: Extraction;
    beforeAll(async () => {
      pages = (await run('pdftotext', ['-enc', 'UTF-8', path, '-'])).split('\f');
      found = await rulesFrom(
        { files: localFiles([path]) },
        { openSource: openLocalFile, sourceCache: noSourceCache },
      );
    });

    it('contain every sentence with "shall" or "must", as a rule or left out with a reason', () => {
      const listed = [
        ...found.rules.map(({ source, description }) => ({
          page: source.page ?? 0,
          words: `${letters(source.quote)} ${letters(description)}`,
        })),
        ...found.leftOut.map(({ page = 0, quote }) => ({ page, words: letters(quote) })),
      ];
      const places = pages.flatMap((page, index) =>
        bindingPlaces(page).map((place) => ({ ...place, page: index + 1 })),
      );
      // A sentence can begin on the page before.
      const lost = places.filter(
        ({ before, after, page }) =>
          !listed.some(
            (one) =>
              (one.page === page || one.page === page - 1) &&
              (one.words.includes(before) || one.words.includes(after)),
          ),
      );

      expect(places.length).toBeGreaterThanOrEqual(least);
      expect(lost).toEqual([]);
      expect(found.rules.length + found.leftOut.length).toBe(found.sentences);
    });

    it('come from a file that was read', () => {
      expect(found.files).toMatchObject([{ status: 'read' }]);
    });

    it('have quotes that begin on their page', () => {
      const wrong = found.rules.filter(({ source: { page = 0, quote } }) => {
        const opening = letters(quote.split(/\s+/).slice(0, 6).join(' '))
          .replace(/^[\do]/, '')
          .slice(0, 40);
        return !letters(pages[page - 1] ?? '').includes(opening);
      });

      expect(wrong).toEqual([]);
    });

    it('have clauses whose headings are printed above them, or are counted between printed ones', () => {
      const all = letters(pages.join(' '));
      const wrong = found.rules.filter(
        ({ group = '' }) => !all.includes(letters(group.replace(/^[\d.]+/, ''))),
      );

      expect(wrong).toEqual([]);
    });

    it('are the rules of a valid rules file', () => {
      for (const rule of found.rules) expect(ruleSchema.safeParse(rule).error).toBeUndefined();
      expect(repeatedIds(found.rules)).toEqual([]);
    });
  });
});
