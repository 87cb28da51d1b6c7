import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { locatorAt } from '../../../../../engine/cite/locator-at.ts';
import { defaultLimits, type Limits } from '../../../../../engine/job.ts';
import { closeLoading, type LoadOptions, loadSource } from '../../../../../engine/load/load-source.ts';
import { noSourceCache, openLocalFile } from '../../../../../engine/load/local-files.ts';
import { ReadFailure } from '../../../../../engine/model/errors.ts';
import type { Locator } from '../../../../../engine/model/locator.ts';
import type { SourceText } from '../../../../../engine/model/source.ts';
import type { Recognition, SourceCache, Transcriber, Vision } from '../../../../../engine/ports.ts';

type Given = {
  limits?: Partial<Limits>;
  options?: Partial<LoadOptions>;
  name?: string;
  transcriber?: Transcriber;
  vision?: Vision;
  cache?: SourceCache;
  recognition?: Recognition;
  /** The media type that the sender of the file states. */
  declaredType?: string;
};

/** Loads a local file with default settings, except for the given ones. */
export async function loadPath(path: string, given: Given = {}): Promise<SourceText> {
  const { content } = await loadSource(
    { name: given.name ?? basename(path), ref: path, linkBase: path },
    {
      openSource: async (file, signal) => ({
        ...(await openLocalFile(file, signal)),
        ...(given.declaredType !== undefined && { declaredType: given.declaredType }),
      }),
      sourceCache: given.cache ?? noSourceCache,
      ...(given.transcriber && { transcriber: given.transcriber }),
      ...(given.vision && { vision: given.vision }),
      ...(given.recognition && { recognition: given.recognition }),
    },
    { ...defaultLimits, ...given.limits },
    { signal: new AbortController().signal, ...given.options },
  );
  return content;
}

/**
 * A temporary folder, which is removed after the tests of the file; loading ends then too. `write` creates a file in it and
 * returns the path, `load` loads the file too.
 */
export function testFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'proviso-load-'));
  afterAll(() => {
    closeLoading();
    rmSync(folder, { recursive: true, force: true });
  });
  const write = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const load = (name: string, content: string | Uint8Array, given?: Given) =>
    loadPath(write(name, content), given);
  return { write, load };
}

/** The source cache in which `kept` has the contents. */
export function memoryCache() {
  const kept = new Map<string, SourceText>();
  const cache: SourceCache = {
    get: async (key) => kept.get(key) ?? null,
    put: async (key, value) => void kept.set(key, value),
  };
  return { kept, cache };
}

/** The place of words in a text. */
export function placeOf(content: SourceText, words: string): Locator {
  const start = content.text.indexOf(words);
  expect(start, words).toBeGreaterThanOrEqual(0);
  return locatorAt(content, { start, end: start + words.length });
}

/** Whether words are passed over as boilerplate. */
export function isSkipped({ text, skips }: SourceText, words: string): boolean {
  const at = text.indexOf(words);
  return skips.some(({ start, end }) => start <= at && at + words.length <= end);
}

/** The text of one page. */
export function pageText(content: SourceText, page: number): string {
  return content.ranges
    .filter(({ locator }) => locator.kind === 'page' && locator.page === page)
    .map(({ start, end }) => content.text.slice(start, end))
    .join('');
}

/** Returns why a file could not be read. */
export async function failureOf(loading: Promise<unknown>): Promise<ReadFailure> {
  const outcome = await loading.catch((error: unknown) => error);
  if (outcome instanceof ReadFailure) return outcome;
  throw outcome;
}
