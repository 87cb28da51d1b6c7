import { fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../../engine/job.ts';
import { loadSource } from '../../../../engine/load/load-source.ts';
import { SandboxedLoader } from '../../../../engine/load/loader.ts';
import { openLocalFile } from '../../../../engine/load/local-files.ts';
import { readerPool } from '../../../../engine/load/sandbox/reader.ts';
import type { SourceCache } from '../../../../engine/ports.ts';
import { processesNaming } from '../../../support/processes.ts';
import { waitFor, waitUntil } from '../../../support/wait.ts';
import { loadPath, memoryCache, testFolder } from './support/load-file.ts';
import { makePdf } from './support/make-pdf.ts';

const folder = testFolder();

const memoryBytes = 256 * 1024 * 1024;
const signal = new AbortController().signal;

function load(path: string, cache: SourceCache, name: string, canceled = signal) {
  return loadSource(
    { name, ref: path, linkBase: path },
    { openSource: openLocalFile, sourceCache: cache },
    defaultLimits,
    { signal: canceled },
  );
}

describe('a pool of readers', () => {
  it('gives each job a reader, even if another job keeps all of them busy, and a second one only when one is free', async () => {
    const pool = readerPool({ memoryBytes, size: 1 });
    const [one, other] = [new AbortController().signal, new AbortController().signal];
    const busy = await pool.acquire(one, one);
    const beside = await pool.acquire(other, other);
    const order: string[] = [];
    const ofOne = pool.acquire(one, one).then((reader) => {
      order.push('one');
      return reader;
    });
    const ofOther = pool.acquire(other, other).then((reader) => {
      order.push('other');
      return reader;
    });
    // The second job has no reader now, so that its waiting task comes before the earlier one of the first job.
    pool.release(beside);
    const next = await ofOther;
    expect(order).toEqual(['other']);
    pool.release(next);
    pool.release(busy);
    pool.release(await ofOne);
    expect(order).toEqual(['other', 'one']);
    pool.close();
  });
});

describe('the text of a file', () => {
  it('is cached by content and reader, whatever the name of the file', async () => {
    const { kept, cache } = memoryCache();
    const path = folder.write('a.txt', 'The supplier answers.');
    const first = await load(path, cache, 'a.txt');
    const again = await load(path, cache, 'renamed.txt');
    expect(again.content).toBe([...kept.values()][0]);
    expect(kept.size).toBe(1);
    await load(path, cache, 'a.md');
    expect(kept.size).toBe(2);
    expect([...kept.keys()].every((key) => key.includes(first.sha256))).toBe(true);
  });

  it('is read only once if two callers request the same content at the same time', async () => {
    const { kept, cache } = memoryCache();
    const path = folder.write('twin.txt', 'The buyer pays.');
    const given = new AbortController();
    const [first, second, third] = await Promise.allSettled([
      load(path, cache, 'one.txt', given.signal),
      load(path, cache, 'two.txt'),
      load(path, cache, 'three.txt'),
      given.abort(new Error('given up')),
    ]);
    expect(first.status).toBe('rejected');
    const contents = [second, third].map((one) => (one.status === 'fulfilled' ? one.value.content : null));
    expect(contents[0]?.text).toBe('The buyer pays.');
    expect(contents[1]).toBe(contents[0]);
    expect(kept.size).toBe(1);
  });

  it('is not cached if reading failed', async () => {
    const { kept, cache } = memoryCache();
    await expect(load(folder.write('cut.pdf', '%PDF-1.7\nnothing'), cache, 'cut.pdf')).rejects.toThrow(
      /damaged/,
    );
    expect(kept.size).toBe(0);
  });
});

describe('the loader', () => {
  it('returns one LangChain document per page, with its locator and the method of reading', async () => {
    const path = folder.write(
      'two.pdf',
      await makePdf([[{ text: 'First page.', y: 700 }], [{ text: 'Second page.', y: 700 }]]),
    );
    const pool = readerPool({ memoryBytes, size: 1 });
    const task = {
      format: 'pdf',
      path,
      hints: {},
      fileMs: 100_000,
      memoryBytes,
      pages: 10,
      characters: 1_000_000,
    } as const;
    const documents = await new SandboxedLoader(pool, task, signal).load();
    pool.close();
    expect(documents).toMatchObject([
      { pageContent: 'First page.\n', metadata: { locator: { kind: 'page', page: 1 }, method: 'text' } },
      { pageContent: 'Second page.\n', metadata: { locator: { kind: 'page', page: 2 }, method: 'text' } },
    ]);
  });

  it('reads a long file identically with one process and with several', async () => {
    const pages = Array.from({ length: 150 }, (_, index) => [{ text: `Clause ${index * 7}.`, y: 700 }]);
    const path = folder.write('long.pdf', await makePdf(pages));
    const read = async (size: number) => {
      const pool = readerPool({ memoryBytes, size });
      const seen: number[] = [];
      const content = await loadPath(path, { options: { pool, onPages: (page) => seen.push(page) } });
      pool.close();
      return { content, seen };
    };
    const [one, several] = [await read(1), await read(3)];
    expect(several.content).toEqual(one.content);
    expect(several.seen).toEqual(pages.map((_, index) => index + 1));
  });
});

describe('a reader process', () => {
  it('does not outlive its parent, even in an endless loop, and leaves no folder behind', async () => {
    const path = folder.write('loop.txt', 'sign and loop for ever');
    const parent = fork(fileURLToPath(new URL('./support/parent-child.ts', import.meta.url)), [path], {
      execArgv: ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href],
    });
    await waitUntil(() => existsSync(`${path}.looping`));
    const left = readFileSync(`${path}.folder`, 'utf8');
    // The names of a reader's temporary folders begin with the same prefix, which is an argument of the process.
    const name = left.slice(0, left.lastIndexOf('-') + 1);
    expect(processesNaming(name)).not.toEqual([]);
    expect(existsSync(left)).toBe(true);
    parent.kill('SIGKILL');
    await waitFor(() => expect(processesNaming(name)).toEqual([]));
    expect(existsSync(left)).toBe(false);
  });
});
