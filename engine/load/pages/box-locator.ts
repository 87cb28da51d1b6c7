import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import type { LookAtPages } from '../../cite/with-boxes.ts';
import type { Limits } from '../../job.ts';
import { ReadFailure } from '../../model/errors.ts';
import type { PageSpans } from '../../model/source.ts';
import { createWorkQueue } from '../../runtime/work-queue.ts';
import { bytesOf, copyOf, type PlacedPage } from '../pdf/boxes/placed-page.ts';
import { quoteBoxes } from '../pdf/boxes/quote-boxes.ts';
import { askReader, type Reader } from '../sandbox/reader.ts';
import { withReader } from '../sandbox/with-reader.ts';

/**
 * Placing the characters of the pages that a finding cites usually takes some milliseconds. If it takes longer than
 * this for a file, Proviso does not try again for that file.
 */
const mostMs = 10_000;
/**
 * Maximum memory for placed pages: about 40 full pages. They are kept because the rules of a subject often cite the
 * same pages, and because every subject can cite the same knowledge files.
 */
const mostPlacedBytes = 8 * 1024 * 1024;
/** Maximum number of pages in one message of a reader. A full page has about 200 KB. */
const pagesAtOnce = 8;
/**
 * How many requests of one locator can be answered at the same time. With more, requests that arrive while a reader is
 * busy would start further readers, which takes more processor time than the requests and slows down the checks.
 */
const requestsAtOnce = Math.max(1, Math.floor(availableParallelism() / 2));

type File = { sha256: string; path: string };
/** A page; null if its text cannot be mapped to its characters. */
type Placed = { page: PlacedPage | null };

const unplaced: Placed = { page: null };

/** `forget` releases the pages of the files with these SHA-256. */
type BoxLocator = { lookAt: LookAtPages; forget(files: readonly { sha256: string }[]): void };

/**
 * Locates words on pages of retained PDFs. The characters of a page are placed in a process that can be killed, once
 * for all findings that cite the page. After a failure the result for that file is always null. `signal` ends all
 * requests.
 */
export function createBoxLocator(
  retained: { pathOf(sha256: string): string | null },
  limits: Limits,
  signal: AbortSignal,
): BoxLocator {
  const failed = new Set<string>();
  const queued = createWorkQueue(requestsAtOnce);
  const pages = new PlacedPages((path, wanted) => queued(() => placed(path, wanted, limits, signal)));
  const lookAt: LookAtPages = async (sha256, wanted) => {
    const path = failed.has(sha256) ? null : retained.pathOf(sha256);
    if (path === null) return null;
    try {
      const found = await pages.of({ sha256, path }, wanted);
      return wanted.map(({ spans }, index) => {
        const page = found[index]?.page ?? null;
        return spans.map((span) => page && quoteBoxes(page, span));
      });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ReadFailure)) throw error;
      failed.add(sha256);
      return null;
    }
  };
  return { lookAt, forget: (files) => pages.forget(new Set(files.map(({ sha256 }) => sha256))) };
}

/** The pages that were placed last, and those that are being placed. */
class PlacedPages {
  readonly #place: (path: string, pages: PageSpans[]) => Promise<Placed[]>;
  readonly #known = new LRUCache<string, Placed>({
    maxSize: mostPlacedBytes,
    sizeCalculation: ({ page }) => (page === null ? 1 : Math.max(1, bytesOf(page))),
  });
  readonly #underWay = new Map<string, Promise<Placed>>();

  constructor(place: (path: string, pages: PageSpans[]) => Promise<Placed[]>) {
    this.#place = place;
  }

  /** The pages of a file, in order. Rejects if one of them cannot be placed. */
  of({ sha256, path }: File, pages: PageSpans[]): Promise<Placed[]> {
    const keyOf = ({ page }: PageSpans) => `${sha256}:${page}`;
    const found = (page: PageSpans) => this.#known.get(keyOf(page)) ?? this.#underWay.get(keyOf(page));
    const missing = pages.filter((page) => !found(page));
    if (missing.length > 0) {
      const work = this.#place(path, missing);
      for (const [index, page] of missing.entries()) {
        const key = keyOf(page);
        this.#underWay.set(key, this.#ended(key, work, index));
      }
    }
    return Promise.all(pages.map((page) => found(page) ?? unplaced));
  }

  forget(files: ReadonlySet<string>): void {
    for (const key of [...this.#known.keys()])
      if (files.has(key.slice(0, key.indexOf(':')))) this.#known.delete(key);
  }

  async #ended(key: string, work: Promise<Placed[]>, index: number): Promise<Placed> {
    try {
      const placed = (await work)[index] ?? unplaced;
      this.#known.set(key, placed);
      return placed;
    } finally {
      this.#underWay.delete(key);
    }
  }
}

function placed(
  path: string,
  pages: PageSpans[],
  { fileMemoryBytes: memoryBytes, fileMs, fileCharacters: characters }: Limits,
  signal: AbortSignal,
): Promise<Placed[]> {
  return withReader({ memoryBytes, ms: Math.min(mostMs, fileMs) }, signal, async (child) => {
    await askReader(child, { ask: 'open', format: 'pdf', path, hints: {}, characters });
    const found = await placePages(child, pages);
    await askReader(child, { ask: 'close' });
    return found.map((page) => ({ page }));
  });
}

/**
 * Places the characters of pages of the PDF that the child process has opened. The result has null for a page whose
 * stored text cannot be mapped to its characters. Throws a `ReadFailure`.
 */
export async function placePages(
  child: Reader,
  pages: readonly Omit<PageSpans, 'spans'>[],
): Promise<(PlacedPage | null)[]> {
  const found: (PlacedPage | null)[] = [];
  for (let at = 0; at < pages.length; at += pagesAtOnce) {
    const some = pages.slice(at, at + pagesAtOnce).map(({ page, stored }) => ({ page, stored }));
    const answer = await askReader(child, { ask: 'place', pages: some });
    for (const [index, { stored }] of some.entries()) {
      const page = answer.reply === 'placed' ? answer.pages[index] : null;
      found.push(page?.characters.length === stored.length ? copyOf(page) : null);
    }
  }
  return found;
}
