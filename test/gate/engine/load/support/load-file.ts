import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll } from 'vitest';
import { defaultLimits, type Limits } from '../../../../../engine/job.ts';
import { closeLoading, type LoadOptions, loadSource } from '../../../../../engine/load/load-source.ts';
import { ReadFailure } from '../../../../../engine/model/errors.ts';
import type { SourceText } from '../../../../../engine/model/source.ts';
import type { OpenSource, SourceCache, Transcriber, Vision } from '../../../../../engine/ports.ts';

/** A cache that stores nothing. */
export const noCache: SourceCache = { get: async () => null, put: async () => {} };

export const openLocal: OpenSource = async (file) => {
  const bytes = readFileSync(file.ref);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { path: file.ref, bytes: bytes.length, sha256, close: async () => {} };
};

/** Loads a local file with default settings, except for the given ones. */
export async function loadPath(
  path: string,
  given: {
    limits?: Partial<Limits>;
    options?: Partial<LoadOptions>;
    name?: string;
    transcriber?: Transcriber;
    vision?: Vision;
    cache?: SourceCache;
  } = {},
): Promise<SourceText> {
  const { content } = await loadSource(
    { name: given.name ?? basename(path), ref: path, linkBase: path },
    {
      openSource: openLocal,
      sourceCache: given.cache ?? noCache,
      ...(given.transcriber && { transcriber: given.transcriber }),
      ...(given.vision && { vision: given.vision }),
    },
    { ...defaultLimits, ...given.limits },
    { signal: new AbortController().signal, ...given.options },
  );
  return content;
}

/**
 * A temporary folder, which is removed after the tests of the file; loading ends then too. `write` creates a file in it and
 * returns the path.
 */
export function testFolder(): { write(name: string, content: string | Uint8Array): string } {
  const folder = mkdtempSync(join(tmpdir(), 'proviso-load-'));
  afterAll(() => {
    closeLoading();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    write(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
  };
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
