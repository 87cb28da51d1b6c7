import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Located } from '../../../engine/cite/locate-quote.ts';
import { locateQuote } from '../../../engine/cite/locate-quote.ts';
import { locatorAt } from '../../../engine/cite/locator-at.ts';
import { quoteText } from '../../../engine/cite/quote-text.ts';
import { closeLoading } from '../../../engine/load/load-source.ts';
import type { Source, Span } from '../../../engine/model/source.ts';
import { mutations } from '../../gate/engine/cite/support/mutations.ts';
import { type Random, seeded, wordRun } from '../../gate/engine/cite/support/random.ts';
import { loadPath } from '../../gate/engine/load/support/load-file.ts';
import { hasPdftotext, pagesOfPdftotext } from '../../gate/engine/load/support/pdftotext.ts';
import { sharedPath } from '../../support/shared.ts';
import { pagePassage } from '../../support/sources.ts';

const folder = sharedPath('eval/financebench');

type Quote = { source: Source; page: number; quote: string };

describe.skipIf(folder === null)('in twelve real filings of 1,300 pages,', () => {
  const sources = new Map<string, Source>();

  beforeAll(async () => {
    const pdfs = join(folder ?? '', 'pdfs');
    const names = readdirSync(pdfs).sort();
    const contents = await Promise.all(names.map((name) => loadPath(join(pdfs, name))));
    for (const [fileIndex, content] of contents.entries()) {
      const name = names[fileIndex] ?? '';
      sources.set(name, {
        role: 'input',
        fileIndex,
        name,
        linkBase: name,
        sha256: String(fileIndex),
        content,
      });
    }
  });
  afterAll(() => closeLoading());

  it('no page foot is part of a sentence, even if the file draws the foot with the words above it', () => {
    const content = sources.get('PFIZER_2021_10K.pdf')?.content;
    const feet = [...(content?.text ?? '').matchAll(/Pfizer Inc\. 2021 Form 10-K \d+/g)];
    expect(feet.length).toBeGreaterThan(100);
    const outside = feet.filter(
      ({ index, 0: { length } }) =>
        !content?.skips.some(({ start, end }) => start <= index && index + length <= end),
    );
    expect(outside.map(([foot]) => foot)).toEqual([]);
  });

  describe('1,000 quotes from known pages, 250 of which continue on the next page,', () => {
    const total = 1_000;
    let quotes: Quote[];
    beforeAll(() => {
      const random = seeded(4);
      quotes = [];
      while (quotes.length < total) {
        const quote = cutFromPage([...sources.values()], quotes.length % 4 === 3, random);
        if (quote) quotes.push(quote);
      }
    });

    it('are all cited to their own page, complete and in the words of the page', () => {
      const wrong = quotes.filter(({ source, page, quote }) => {
        const found = locateQuote(quote, pagePassage(source, page), [source]);
        if (!found || quoteText(source.content, found) !== quote) return true;
        return startPage(source, found) !== page;
      });
      expect(wrong.map(({ source, page, quote }) => `${source.name} ${page}: ${quote}`)).toEqual([]);
    });

    it('are cited to a page that contains them if the claim names no page', () => {
      const all = [...sources.values()];
      const elsewhere = quotes.filter(({ page, quote }) => {
        const found = locateQuote(quote, null, all);
        return !found || (startPage(found.source, found) !== page && !hasOnItsPages(found, quote));
      });
      expect(elsewhere.map(({ source, page, quote }) => `${source.name} ${page}: ${quote}`)).toEqual([]);
    });

    it('have their page corrected if the claim names a different page', () => {
      const random = seeded(5);
      for (const { source, quote, page } of quotes.slice(0, 200)) {
        const other = 1 + random.below(source.content.ranges.length);
        const found = locateQuote(quote, pagePassage(source, other), [source]);
        const right = found && (startPage(source, found) === page || hasOnItsPages(found, quote));
        expect(right, `${source.name} ${page}: ${quote}`).toBe(true);
      }
    });
  });

  describe.skipIf(!hasPdftotext())('passages that people marked as evidence', () => {
    let seen: Quote[];
    let unseen: { cause: string; quote: string }[];
    const marked = 300;

    beforeAll(() => {
      const evidence = evidenceOf(join(folder ?? '', 'questions.jsonl'));
      const pages = new Map<string, string[]>();
      const random = seeded(3);
      seen = [];
      unseen = [];
      while (seen.length < marked) {
        const { doc, page, text } = random.pick(evidence);
        const source = sources.get(`${doc}.pdf`);
        const quote = wholeRun(text, random);
        if (!source || quote === null) continue;
        const theirs = pages.get(doc) ?? pagesOfPdftotext(join(folder ?? '', 'pdfs', `${doc}.pdf`));
        pages.set(doc, theirs);
        if (!letters(theirs[page - 1] ?? '').includes(letters(quote))) continue;
        const cause = causeOfAbsence(source, page, quote);
        if (cause === null) seen.push({ source, page, quote });
        else unseen.push({ cause, quote });
      }
    });

    it('are in Proviso’s text if pdftotext reads them, except for boilerplate', () => {
      const causes: Record<string, number> = {};
      for (const { cause } of unseen) causes[cause] = (causes[cause] ?? 0) + 1;
      process.stdout.write(
        `of ${seen.length + unseen.length} passages that pdftotext reads, these are not in Proviso's text: ${JSON.stringify(causes)}\n`,
      );
      expect(causes['other text'] ?? 0).toBeLessThanOrEqual(seen.length * 0.01);
      expect(unseen.length).toBeLessThanOrEqual(seen.length * 0.03);
    });

    it('are located in at least 99 % of cases, and cited to the marked page', () => {
      const lost = seen.filter(({ source, page, quote }) => {
        const found = locateQuote(quote, pagePassage(source, page), [source]);
        return !found || startPage(source, found) !== page;
      });
      process.stdout.write(`passages located: ${seen.length - lost.length} of ${seen.length}\n`);
      expect(lost.length, lost.map(({ quote }) => quote).join('\n')).toBeLessThanOrEqual(seen.length * 0.01);
    });

    it.each(Object.entries(mutations))(
      'are accepted in at most one of a hundred cases after this change: %s',
      (name, mutate) => {
        const random = seeded(6);
        const mutated = seen.flatMap(({ source, page, quote }) => {
          const changed = mutate(quote, random);
          return changed === null ? [] : [{ source, page, quote: changed }];
        });
        const accepted = mutated.filter(({ source, page, quote }) =>
          locateQuote(quote, pagePassage(source, page), [source]),
        );
        process.stdout.write(`${name}: ${accepted.length} of ${mutated.length} accepted\n`);
        expect(mutated.length).toBeGreaterThan(10);
        expect(accepted.length, accepted.map(({ quote }) => quote).join('\n')).toBeLessThanOrEqual(
          mutated.length * 0.01,
        );
      },
    );
  });
});

function cutFromPage(sources: Source[], overTheEnd: boolean, random: Random): Quote | null {
  const source = random.pick(sources);
  const page = 1 + random.below(source.content.ranges.length);
  const words = wordsOfPage(source, page);
  if (!overTheEnd) {
    const quote = wordRun(words, random);
    return quote === null ? null : { source, page, quote };
  }
  if (page === source.content.ranges.length) return null;
  const next = wordsOfPage(source, page + 1);
  const [before, after] = [1 + random.below(20), 7 + random.below(14)];
  if (words.length < before || next.length < after) return null;
  const quote = [...words.slice(-before), ...next.slice(0, after)].join(' ');
  return /[-\u2010]$/.test(words.at(-1) ?? '') ? null : { source, page, quote };
}

function wordsOfPage(source: Source, page: number): string[] {
  const { start, end } = pagePassage(source, page);
  return quoteText(source.content, { start, end }).split(' ');
}

function startPage({ content }: Source, span: Span): number {
  const locator = locatorAt(content, span);
  return locator.kind === 'page' ? locator.page : 0;
}

/** Whether the cited pages contain the quote. If several pages contain it, each of them is correct. */
function hasOnItsPages(found: Located, quote: string): boolean {
  const locator = locatorAt(found.source.content, found);
  if (locator.kind !== 'page') return false;
  const pages = { from: locator.page, to: locator.endPage ?? locator.page };
  const start = pagePassage(found.source, pages.from).start;
  const end = pagePassage(found.source, pages.to).end;
  return letters(quoteText(found.source.content, { start, end })).includes(letters(quote));
}

function evidenceOf(path: string): { doc: string; text: string; page: number }[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const { doc, evidence } = JSON.parse(line) as { doc: string; evidence: { text: string; page: number }[] };
    return evidence.map(({ text, page }) => ({ doc, text, page }));
  });
}

/** A random run of whole words. Some of the passages begin or end within a word. */
function wholeRun(text: string, random: Random): string | null {
  return wordRun(
    text
      .split(/\s+/)
      .filter((word) => word !== '')
      .slice(1, -1),
    random,
  );
}

/**
 * Why Proviso's text of a page lacks a quote; null if it has the letters and digits of the quote outside the
 * boilerplate.
 */
function causeOfAbsence({ content }: Source, page: number, quote: string): string | null {
  const range = content.ranges[page - 1];
  if (!range) return 'no such page';
  const own = letters(quote);
  if (letters(quoteText(content, range)).includes(own)) return null;
  return letters(content.text.slice(range.start, range.end)).includes(own) ? 'boilerplate' : 'other text';
}

function letters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
