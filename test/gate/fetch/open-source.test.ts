import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../engine/job.ts';
import { closeLoading, loadSource } from '../../../engine/load/load-source.ts';
import { noSourceCache } from '../../../engine/load/local-files.ts';
import { assetAddresses } from '../../../src/assets/address.ts';
import { diskAssets } from '../../../src/assets/disk.ts';
import { createGuardedFetch } from '../../../src/fetch/guarded-fetch.ts';
import { fetchPolicy } from '../../../src/fetch/policy.ts';
import { removeOldScratch } from '../../../src/fetch/scratch.ts';
import { openSourceFor } from '../../../src/sources/open-source.ts';
import { makePdf } from '../engine/load/support/make-pdf.ts';
import { httpServer, type Listening, noLinkCache } from './loopback.ts';

describe('a file of a run', () => {
  let folder: string;
  let server: Listening;
  let pdf: Uint8Array;
  const scratch = () => join(folder, 'scratch');
  const signal = new AbortController().signal;

  afterAll(closeLoading);
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'proviso-sources-'));
    pdf = await makePdf([[{ text: 'Ours.', y: 700 }]]);
    server = await httpServer((request, response) => {
      if (request.url === '/report.pdf')
        response.setHeader('content-type', 'application/pdf').end('%PDF-1.7');
      else if (request.url === '/page.pdf')
        response.setHeader('content-type', 'text/html').end('<!doctype html><p>Please sign in.</p>');
      else if (request.url === '/report.html') response.setHeader('content-type', 'text/html').end(pdf);
      else if (request.url === '/large') response.end('x'.repeat(20_000));
      else if (request.url === '/largest') response.end('x'.repeat(10_000));
      else if (request.url === '/larger') response.end('x'.repeat(10_001));
      else if (request.url === '/largest-in-parts' || request.url === '/larger-in-parts') {
        response.write('x'.repeat(5_000));
        response.end('x'.repeat(request.url === '/larger-in-parts' ? 5_001 : 5_000));
      } else if (request.url === '/silent') response.flushHeaders();
      else response.writeHead(404).end();
    });
  });
  afterEach(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const origins = ({ idleMs = 100_000, linksMs = 100_000 } = {}) => {
    const addresses = assetAddresses(() => 'https://proviso.example');
    // The real network policy, with this one server allowed, as an operator would allow it.
    const allowHosts = [`127.0.0.1:${server.port}`];
    const policy = fetchPolicy({
      allowHosts,
      maxBytes: 10_000,
      deadlineMs: 100_000,
      idleMs,
      hostSpacingMs: 0,
    });
    const assets = diskAssets(join(folder, 'assets'), addresses);
    const guardedFetch = createGuardedFetch(scratch(), policy);
    return { assets, addresses, guardedFetch, linkCache: noLinkCache, folder: scratch(), linksMs };
  };

  const jobFile = (url: string) => ({ name: 'a file', ref: url, linkBase: url, url });
  const link = (path: string) => jobFile(`http://127.0.0.1:${server.port}${path}`);

  it('is read from the store, without the network, if the run’s owner uploaded it', async () => {
    const { assets, ...rest } = origins();
    const body = Readable.from([Buffer.from('%PDF-1.7 uploaded')]);
    const asset = await assets.put({ owner: 'u1', name: 'a.pdf', maxBytes: 100, body });
    const opened = await openSourceFor('u1', { assets, ...rest })(jobFile(asset.url), signal);
    expect(opened).toMatchObject({ bytes: 17, sha256: asset.sha256, declaredType: 'application/pdf' });
    expect(await readFile(opened.path, 'utf8')).toBe('%PDF-1.7 uploaded');
    await opened.close();
    expect(await readdir(scratch())).toEqual([]);
    expect(server.sockets).toHaveLength(0);
  });

  it('is not found if another owner uploaded it, exactly as if it were deleted', async () => {
    const { assets, ...rest } = origins();
    const body = Readable.from([Buffer.from('private')]);
    const asset = await assets.put({ owner: 'u1', name: 'a.txt', maxBytes: 100, body });
    const open = openSourceFor('u2', { assets, ...rest });
    const stranger = await open(jobFile(asset.url), signal).catch((error: unknown) => error);
    await assets.delete(asset.id);
    const gone = await open(jobFile(asset.url), signal).catch((error: unknown) => error);
    expect(stranger).toMatchObject({ code: 'not_found' });
    expect(String(stranger)).toBe(String(gone));
  });

  it('is fetched completely from a link, with the media type that the server declares', async () => {
    const opened = await openSourceFor('u1', origins())(link('/report.pdf'), signal);
    expect(opened).toMatchObject({ bytes: 8, declaredType: 'application/pdf' });
    expect(await readFile(opened.path, 'utf8')).toBe('%PDF-1.7');
    await opened.close();
  });

  it.each(['/largest', '/largest-in-parts'])('of exactly the maximum size is read: %s', async (path) => {
    const opened = await openSourceFor('u1', origins())(link(path), signal);
    expect(opened.bytes).toBe(10_000);
    await opened.close();
  });

  it.each([
    ['/missing', 'not_reachable'],
    ['/large', 'too_large'],
    ['/larger', 'too_large'],
    ['/larger-in-parts', 'too_large'],
    ['/silent', 'timed_out'],
  ])('at the link %s fails with the code %s, and nothing remains on disk', async (path, code) => {
    const opening = openSourceFor('u1', origins({ idleMs: path === '/silent' ? 200 : 100_000 }))(
      link(path),
      signal,
    );
    await expect(opening).rejects.toMatchObject({ name: 'ProvisoError', code });
    expect(await readdir(scratch()).catch(() => [])).toEqual([]);
  });

  it.each([
    ['/page.pdf', 'page.pdf', 'html', 'Please sign in.', /named \.pdf but its content is an HTML page/],
    ['/report.html', 'report.html', 'pdf', 'Ours.', /named \.html but its content is a PDF/],
  ])(
    'at %s is recognised by its bytes, whatever the name and the server say (vector 102)',
    async (...vector) => {
      const [path, name, loader, words, note] = vector;
      const openSource = openSourceFor('u1', origins());
      const file = { ...link(path), name };
      const ports = { openSource, sourceCache: noSourceCache };
      const { content } = await loadSource(file, ports, defaultLimits, { signal });
      expect(content).toMatchObject({ loader: { id: loader }, text: expect.stringContaining(words) });
      expect(content.warnings).toEqual([{ code: 'type_differs', message: expect.stringMatching(note) }]);
    },
  );

  it('at a private address is refused, and the error says why', async () => {
    const opening = openSourceFor('u1', origins())(jobFile('http://169.254.169.254/latest/'), signal);
    await expect(opening).rejects.toThrow(/private or reserved address/);
  });

  it('from a dead process is removed from disk once it is old enough', async () => {
    await openSourceFor('u1', origins())(link('/report.pdf'), signal);
    expect(await removeOldScratch(scratch(), new Date('2000-01-01'))).toBe(0);
    expect(await removeOldScratch(scratch(), new Date('2100-01-01'))).toBe(1);
    expect(await readdir(scratch())).toEqual([]);
  });
});
