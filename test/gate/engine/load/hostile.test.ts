import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';

import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultLimits } from '../../../../engine/job.ts';
import { type ReaderPool, readerPool } from '../../../../engine/load/sandbox/reader.ts';
import { confinement } from '../../../../engine/sandbox/confinement.ts';
import { buildReader } from '../../../support/faults/built-process.ts';
import { overlapping, swollen } from '../../../support/hostile/archives.ts';
import { listening } from '../../../support/listening.ts';
import { waitFor, waitUntil } from '../../../support/wait.ts';
import { failureOf, loadPath, testFolder } from './support/load-file.ts';
import { makeEncryptedPdf, makeLoopingPdf, makePdf, makeScan } from './support/make-pdf.ts';
import { makeZip } from './support/make-zip.ts';

const folder = testFolder();

const shut = confinement();
if (!shut.network || !shut.processes)
  process.stderr.write(
    'SKIPPED: this host has no namespaces to isolate readers from its network and processes\n',
  );

const onePage = [[{ text: 'The supplier answers within four hours.', y: 700 }]];

describe('a file that cannot be read', () => {
  const html = '<!DOCTYPE html><html><body>Sign in to continue</body></html>';
  const svg =
    '<?xml version="1.0"?>\n<!-- a plan -->\n<svg xmlns="http://www.w3.org/2000/svg"><text>Room</text></svg>';
  const doctype = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>';
  const bomb = { name: 'word/document.xml', content: swollen(80) };

  it.each<[string, string, () => Promise<string | Uint8Array> | string | Uint8Array, string, RegExp]>([
    ['is empty', 'empty.pdf', () => '', 'empty_file', /0 bytes/],
    ['is a web page named .pdf', 'page.pdf', () => html, 'type_mismatch', /HTML page/],
    ['is a drawing', 'plan.svg', () => svg, 'unsupported_type', /SVG drawing/],
    ['is a PDF that asks for a password', 'locked.pdf', makeEncryptedPdf, 'encrypted', /without/],
    ['is a cut-off PDF', 'cut.pdf', async () => (await makePdf(onePage)).slice(0, 400), 'damaged', /again/],
    ...['twice.docx', 'twice.zip'].map((name): [string, string, () => Uint8Array, string, RegExp] => [
      `has two parts of the same name, of which programs open different ones (${name})`,
      name,
      () => makeZip([1, 2].map((at) => ({ name: 'word/document.xml', content: `<x>${at}</x>` }))),
      'damaged',
      /again/,
    ]),
    [
      'is a package of an unknown type',
      'a.epub',
      () => makeZip([{ name: 'META-INF/container.xml', content: '<x/>' }]),
      'unsupported_type',
      /EPUB/,
    ],
    [
      'is a Word document with a document type declaration',
      'xxe.docx',
      () => makeZip([{ name: 'word/document.xml', content: `${doctype}<w:document/>` }]),
      'damaged',
      /document type/,
    ],
    ['is a ZIP bomb', 'bomb.docx', () => makeZip([bomb]), 'archive_limits', /expands to 80 MB/],
    [
      'is a ZIP bomb that lies about its size',
      'liar.docx',
      () => makeZip([{ ...bomb, claimedBytes: 1000 }]),
      'archive_limits',
      /more than it declares/,
    ],
    [
      'is a ZIP bomb of many parts',
      'parts.docx',
      () => makeZip(Array.from({ length: 5001 }, (_, at) => ({ name: `${at}`, content: '' }))),
      'archive_limits',
      /parts/,
    ],
    [
      'is an archive whose files share the same bytes',
      'overlap.zip',
      () => overlapping(250),
      'archive_limits',
      /0\.txt and 1\.txt share the same bytes/,
    ],
    [
      'is a web page of 50,000 nested elements',
      'deep.html',
      () => `<html><body>${'<div>'.repeat(50_000)}words`,
      'too_large',
      /nested more than/,
    ],
    [
      'is a web page whose element has 300,000 attributes',
      'wide.html',
      () => `<p ${Array.from({ length: 300_000 }, (_, at) => `a${at}=1`).join(' ')}>words`,
      'too_large',
      /attributes/,
    ],
    ['is a PDF whose page tree contains itself', 'loop.pdf', makeLoopingPdf, 'damaged', /None of its pages/],
    ['is blank', 'blank.pdf', () => makeScan([{ picture: false }]), 'no_text', /no text at all/],
  ])('is refused with a reason if it %s', async (_, name, make, code, advice) => {
    const failure = await failureOf(folder.load(name, await make()));
    expect(failure.code).toBe(code);
    expect(failure.message).toMatch(advice);
  });

  it('is refused if its text is too long', async () => {
    const limits = { fileCharacters: 1_000 };
    const long = folder.write('long.txt', 'word '.repeat(300));
    expect(await failureOf(loadPath(long, { limits }))).toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('1,000 characters'),
    });
    const named = makeZip([{ name: 'a.txt', content: 'One.' }]);
    expect((await loadPath(folder.write('named.zip', named), { limits })).text).toContain('One.');
  });

  it('is refused for its size before it is opened, and for its number of pages before the pages are read', async () => {
    const path = folder.write('two.pdf', await makePdf([...onePage, ...onePage]));
    expect((await failureOf(loadPath(path, { limits: { fileBytes: 100 } }))).code).toBe('too_large');
    expect((await failureOf(loadPath(path, { limits: { pages: 1 } }))).code).toBe('too_many_pages');
  });
});

describe('a reader process', () => {
  // A reader process that has used a third of this limit is replaced. The files of these tests need less memory,
  // so their reader process stays.
  const memoryBytes = 400 * 1024 * 1024;
  let entry: URL;
  let pool: ReaderPool;
  beforeAll(async () => {
    entry = await buildReader('hostile-child', 'test/gate/engine/load/support/hostile-child.ts');
    pool = readerPool({ entry, size: 3, memoryBytes });
  });
  afterAll(() => pool.close());

  const obey = (order: string, fileMs = 100_000) => {
    const path = folder.write(`${order}.txt`, order);
    return failureOf(loadPath(path, { limits: { fileMs, fileMemoryBytes: memoryBytes }, options: { pool } }));
  };

  it.each([
    ['timed_out', ['loop for ever', 'never answer'], 1_500],
    ['out_of_memory', ['fill the heap', 'fill buffers'], 100_000],
    ['parser_crashed', ['crash', 'exit', 'throw', 'answer nonsense'], 100_000],
  ] as const)(
    'fails with %s and affects no other file when it is ordered to %s',
    async (code, orders, fileMs) => {
      const good = folder.write('good.pdf', await makePdf(onePage));
      const [beside, ...failures] = await Promise.all([
        loadPath(good, { options: { pool } }),
        ...orders.map((order) => obey(order, fileMs)),
      ]);
      expect(failures.map((failure) => failure.code)).toEqual(orders.map(() => code));
      expect(beside.text).toContain('within four hours');
      expect((await loadPath(good, { options: { pool } })).text).toBe(beside.text);
    },
  );

  it('is replaced after a failure', async () => {
    const single = readerPool({ entry, size: 1, memoryBytes });
    const process = folder.write('pid.txt', 'tell the process');
    const broken = folder.write('throw.txt', 'throw');
    const pidOf = async () => (await loadPath(process, { options: { pool: single } })).text.split('\n')[1];
    const before = await pidOf();
    expect((await failureOf(loadPath(broken, { options: { pool: single } }))).code).toBe('parser_crashed');
    expect(await pidOf()).not.toBe(before);
    single.close();
  });

  it('is ended when the run is canceled, and leaves no folder behind', async () => {
    const canceled = new AbortController();
    const path = folder.write('left.txt', 'sign and loop for ever');
    const reading = loadPath(path, { options: { pool, signal: canceled.signal } });
    await Promise.all([
      expect(reading).rejects.toThrow('canceled by the user'),
      waitUntil(() => existsSync(`${path}.looping`)).then(() =>
        canceled.abort(new Error('canceled by the user')),
      ),
    ]);
    const left = readFileSync(`${path}.folder`, 'utf8');
    await waitFor(() => expect(existsSync(left)).toBe(false));
  });

  it('has no access to secrets, because its environment contains only PATH', async () => {
    vi.stubEnv('PROVISO_TEST_SECRET', 'key');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { text } = await loadPath(folder.write('env.txt', 'tell the environment'), { options: { pool } });
    expect(text.split('\n')[1]).toBe('PATH');
  });

  it.skipIf(!shut.network)('cannot connect to any network address, not even of its own host', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    const port = await listening(server);
    const { text } = await loadPath(folder.write('connect.txt', `connect to ${port}`), { options: { pool } });
    server.close();
    expect(text.split('\n')[1]).toBe('ENETUNREACH');
    expect(connections).toBe(0);
  });

  it.skipIf(!shut.processes)('sees no processes except its own', async () => {
    const path = folder.write('processes.txt', 'tell all processes');
    const { text } = await loadPath(path, { options: { pool } });
    const [, ...processes] = text.trim().split('\n');
    expect(processes).not.toEqual([]);
    expect(processes.filter((command) => !command.includes('hostile-child'))).toEqual([]);
  });

  it('is replaced after 50 files', async () => {
    const path = folder.write('pid.txt', 'tell the process');
    const single = readerPool({ entry, size: 1, memoryBytes });
    const started: (string | undefined)[] = [];
    for (let file = 0; file < 51; file += 1) {
      started.push(
        (await loadPath(path, { options: { pool: single }, limits: defaultLimits })).text.split('\n')[1],
      );
    }
    single.close();
    expect(new Set(started.slice(0, 50)).size).toBe(1);
    expect(started[50]).not.toBe(started[0]);
  });
});
