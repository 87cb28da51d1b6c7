import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { officePdfs } from '../../../../src/services/evidence/office-pdfs.ts';
import { type CitedOfficeFile, citedOfficeFile } from '../../../support/office-records.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';
import { makePdf } from '../../engine/load/support/make-pdf.ts';

const notice = 'The notice period is four months.';
const fees = 'The fee is 20 euro, and the late fee is 20 euro.';
const elsewhere = 'The deposit is two rents.';
const mostBytes = 1024 * 1024;
const dayMs = 24 * 60 * 60 * 1000;

const answer = z.object({
  data: z.object({
    url: z.string(),
    quotes: z.array(
      z.object({
        list: z.string(),
        index: z.number(),
        boxes: z.array(z.record(z.string(), z.number())),
      }),
    ),
  }),
});

let server: TestServer;
let cited: CitedOfficeFile;

beforeAll(async () => {
  server = await startTestServer({ PAGE_LAYOUT: 'off' });
  cited = await citedOfficeFile(server, server.owner.actor, {
    text: `${notice}\n${fees}\n${elsewhere}\n`,
    quotes: [notice, '20 euro', '20 euro', elsewhere],
  });
});
afterAll(() => server.stop());

describe('GET /projects/{id}/runs/{runId}/findings/{findingId}/pages', () => {
  it('says that LibreOffice is missing, and the text can still be read', async () => {
    expect(await server.owner.request('GET', cited.path)).toMatchObject({
      status: 404,
      body: { code: 'pages_not_available', message: expect.stringMatching(/lease\.docx .*LibreOffice/) },
    });
    const text = await server.owner.request('GET', cited.path.replace(/pages$/, 'text'));
    expect(text.status).toBe(200);
  });

  it('says why a file that is not an office file has no pages', async () => {
    const plain = await citedOfficeFile(server, server.owner.actor, {
      ...{ text: notice, quotes: [notice], mediaType: 'text/plain' },
    });
    expect(await server.owner.request('GET', plain.path)).toMatchObject({
      status: 404,
      body: { code: 'pages_not_available', message: expect.stringContaining('not an office document') },
    });
  });

  it('returns the PDF that a worker stored, with boxes only around words that are on the cited page', async () => {
    const path = join(server.folder, 'pages.pdf');
    const page = [notice, fees].map((text, at) => ({ text, y: 700 - 40 * at }));
    await writeFile(path, await makePdf([page, [{ text: elsewhere, y: 700 }]]));
    const file = { owner: server.owner.actor.userId, sha256: cited.source.sha256 };
    const stored = await officePdfs(server.dependencies).put(file, path, mostBytes);

    const { url, quotes } = answer.parse((await server.owner.request('GET', cited.path)).body).data;
    expect(url).toBe(stored.url);
    expect(quotes.map(({ list, index }) => `${list} ${index}`)).toEqual([
      'citations 0',
      'citations 1',
      'citations 2',
    ]);
    const [first = {}, fee = {}, lateFee = {}] = quotes.map(({ boxes: [box] }) => box);
    // The paper is 612 by 792 points, and the lines start at 72 points from the left.
    expect(first).toMatchObject({ page: 1, x: expect.closeTo(72 / 612, 2), y: expect.closeTo(92 / 792, 1) });
    expect(fee.x).toBeGreaterThan(first.x ?? 1);
    expect(lateFee.x).toBeGreaterThan((fee.x ?? 1) + 0.2);
    expect(lateFee).toMatchObject({ y: fee.y, width: expect.closeTo(fee.width ?? 1, 2) });
    expect(fee.width).toBeLessThan(0.1);
    const served = await fetch(url.replace(server.url, server.address));
    expect(served.headers.get('content-type')).toBe('application/pdf');
    expect(served.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  });

  it('is not found for another user, with or without the PDF', async () => {
    expect(await server.stranger.request('GET', cited.path)).toMatchObject({
      status: 404,
      body: { code: 'project_not_found' },
    });
  });

  it('stores the PDF for a day, in the storage of the user', async () => {
    const file = { owner: server.owner.actor.userId, sha256: cited.source.sha256 };
    const later = (ms: number) => ({
      ...server.dependencies,
      clock: { now: () => new Date(Date.now() + ms) },
    });
    const stored = await officePdfs(server.dependencies).find(file);
    expect(stored).toMatchObject({ owner: file.owner });
    expect(await server.dependencies.store.fileSizes.unknown([stored?.id ?? ''])).toEqual([]);
    expect(await officePdfs(later(0.6 * dayMs)).find(file)).toBeNull();
    expect(
      await officePdfs(server.dependencies).find({ ...file, owner: server.stranger.actor.userId }),
    ).toBeNull();
    await server.services.uploads.sweep(new Date(Date.now() + 1_000));
    expect(await server.dependencies.assets.find(stored?.id ?? '')).toBeNull();
    expect(await server.dependencies.assets.find(cited.source.url.split('/').at(-2) ?? '')).not.toBeNull();
  });
});
