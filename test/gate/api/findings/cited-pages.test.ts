import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { officePdfs } from '../../../../src/services/evidence/office-pdfs.ts';
import { citation, wholeSearch } from '../../../support/findings.ts';
import { type CitedOfficeFile, citedOfficeFile } from '../../../support/office-records.ts';
import { startTestServer } from '../../../support/server.ts';
import { makePdf } from '../../engine/load/support/make-pdf.ts';

const notice = 'The notice period is four months.';
const fees = 'The fee is 20 euro, and the late fee is 20 euro.';
const elsewhere = 'The deposit is two rents.';
const last = 'The rent is due in advance.';
const mostBytes = 1024 * 1024;
const dayMs = 24 * 60 * 60 * 1000;

/** Stores the PDF of a file, as a worker does; `pages` are the lines of each page, from top to bottom. */
async function storePdf({ source: { sha256 } }: CitedOfficeFile, pages: readonly (readonly string[])[]) {
  const path = join(server.folder, 'pages.pdf');
  const laidOut = pages.map((lines) => lines.map((text, at) => ({ text, y: 700 - 40 * at })));
  await writeFile(path, await makePdf(laidOut));
  return officePdfs(server.dependencies).put({ owner: server.owner.actor.userId, sha256 }, path, mostBytes);
}

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

const server = await startTestServer({ PAGE_LAYOUT: 'off' });
const cited = await citedOfficeFile(server, server.owner.actor, {
  text: `${notice}\n${fees}\n${elsewhere}\n`,
  quotes: [notice, '20 euro', '20 euro', elsewhere],
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
    const stored = await storePdf(cited, [[notice, fees], [elsewhere]]);

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

  it('returns the boxes of each quote with its own place in the finding, whatever quotes of the file have none', async () => {
    const many = await citedOfficeFile(server, server.owner.actor, {
      text: `${notice}\n${fees}\n${elsewhere}\n${last}\n`,
      quotes: [notice, '20 euro', elsewhere, last],
      arranged: ([first, fee, unplaced, end]) => {
        if (!first || !fee || !unplaced || !end) throw new Error('there must be four quotes');
        const changed = { ...first, quote: 'The notice period is five months.' };
        const nearest = [unplaced, end].map((one) => ({ citation: one, why: 'It is near.' }));
        return {
          citations: [citation('of another file'), changed, unplaced, first],
          basis: [citation('of another file'), fee],
          search: { ...wholeSearch, nearest },
        };
      },
    });
    await storePdf(many, [[notice, fees, last], [elsewhere]]);
    const { body } = await server.owner.request('GET', `${many.path}?index=3`);
    const { quotes } = answer.parse(body).data;
    const places = quotes.map(({ list, index, boxes: [box] }) => [
      `${list} ${index}`,
      Math.round((box?.y ?? 0) * 792),
    ]);
    const [[, top = 0] = []] = places;
    expect(top).toBeGreaterThan(80);
    expect(places).toEqual([
      ['citations 3', top],
      ['basis 1', Number(top) + 40],
      ['nearest 1', Number(top) + 80],
    ]);
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
