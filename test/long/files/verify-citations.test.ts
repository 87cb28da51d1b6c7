import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeLoading, inMemorySourceCache, openLocalFile } from '../../../engine/index.ts';
import type { VerifiedCitation } from '../../../engine/model/verification.ts';
import { verifyCitations } from '../../../engine/verify/verify-citations.ts';
import { seeded } from '../../gate/engine/cite/support/random.ts';
import { hasPdftotext, pagesOfPdftotext } from '../../gate/engine/load/support/pdftotext.ts';
import { sharedPath } from '../../support/shared.ts';
import { type MadeCitation, makeCitations } from '../support/made-citations.ts';

const samples = sharedPath('samples');
const filings = sharedPath('eval/financebench/pdfs');
const total = 10_000;

/**
 * The citations whose text pdftotext and PDFium read differently, so that the quote of pdftotext is not in the text of
 * PDFium character for character. At most 20 are permitted.
 */
const readDifferently = [
  // PDFium reads no space after the apostrophe of "constituents’ sensitive".
  { file: 'CVSHEALTH_2022_10K.pdf', page: 57, begins: 'We would be adversely affected if we or our' },
];

const paths = [samples, filings].flatMap((folder) =>
  folder === null
    ? []
    : readdirSync(folder)
        .filter((name) => name.endsWith('.pdf'))
        .sort()
        .map((name) => join(folder, name)),
);

describe.skipIf(samples === null || filings === null || !hasPdftotext())(
  '10,000 citations from the text that pdftotext reads in 15 documents of 1,400 pages',
  () => {
    let made: MadeCitation[];
    let results: VerifiedCitation[];

    beforeAll(async () => {
      made = makeCitations(
        paths.map((path) => ({ name: basename(path), pages: pagesOfPdftotext(path) })),
        total,
        seeded(19),
      );
      const job = {
        citations: made.map(({ citation }) => citation),
        sources: paths.map((path) => ({ name: basename(path), ref: path, linkBase: basename(path) })),
      };
      const ports = { openSource: openLocalFile, sourceCache: inMemorySourceCache() };
      results = (await verifyCitations(job, ports)).citations;
    }, 600_000);
    afterAll(() => closeLoading());

    it('get the right verdict, and the right place, except those that the two programs read differently', () => {
      const wrong = made.flatMap((one, at) => {
        const verdict = results[at];
        if (verdict && isRight(one, verdict)) return [];
        const { file, page, citation, kind } = one;
        const known = readDifferently.some(
          (other) => other.file === file && other.page === page && citation.quote.startsWith(other.begins),
        );
        return known
          ? []
          : [{ kind, file, page, quote: citation.quote, got: verdict?.verdict, detail: verdict?.detail }];
      });
      expect(wrong).toEqual([]);
      expect(readDifferently.length).toBeLessThanOrEqual(20);
    });

    it('of which the altered ones name the changed word', () => {
      const unnamed = made.flatMap((one, at) => {
        const kind = changeKinds[one.kind];
        const changes = results[at]?.changes ?? [];
        if (kind === undefined || results[at]?.verdict !== 'altered') return [];
        const named = changes.some(
          (change) => change.kind === kind && hasWord(one, `${change.quote} ${change.source}`),
        );
        return named ? [] : [{ kind, quote: one.citation.quote, changes }];
      });
      expect(unnamed).toEqual([]);
    });
  },
);

const changeKinds: Partial<Record<MadeCitation['kind'], string>> = {
  'number changed': 'number',
  'negation added or dropped': 'negation',
  'name swapped': 'name',
};

function hasWord({ changed = '' }: MadeCitation, words: string): boolean {
  return words.split(/[^\p{L}\p{N}]+/u).includes(changed);
}

function isRight({ kind, verdict, file, page }: MadeCitation, results: VerifiedCitation): boolean {
  if (results.verdict !== verdict) return false;
  if (verdict === 'not_found') return results.found === null;
  // A joined quote has two places; either can be named first.
  if (kind === 'two sentences joined') return results.changes !== undefined;
  const { source, locator } = results.found ?? {};
  if (source?.name !== file || locator?.kind !== 'page') return false;
  return locator.page <= page && page <= (locator.endPage ?? locator.page);
}
