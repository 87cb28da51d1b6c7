import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { assetAddresses } from '../../../../src/assets/address.ts';
import { diskAssets } from '../../../../src/assets/disk.ts';
import { serveAsset } from '../../../../src/http/routes/assets.ts';
import { listening } from '../../../support/listening.ts';

test('a file that the dashboard displays comes from the dashboard’s origin, even if the store has another URL for the file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'proviso-assets-'));
  const disk = diskAssets(
    folder,
    assetAddresses(() => 'https://proviso.example'),
  );
  const elsewhere = async () => ({ url: 'https://bucket.example/a', goodForSeconds: 60 });
  const body = Readable.from([Buffer.from('ok')]);
  const { id } = await disk.put({ owner: 'u1', name: 'a.txt', maxBytes: 10, body });
  const server = createServer(express().get('/assets/:id/:name', serveAsset({ ...disk, elsewhere })));
  onTestFinished(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });
  const port = await listening(server);
  const ask = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/assets/${id}/a.txt`, { headers, redirect: 'manual' });

  const opened = await ask({});
  expect(opened.status).toBe(302);
  expect(opened.headers.get('vary')).toContain('Sec-Fetch-Dest');
  expect((await ask({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' })).status).toBe(302);
  expect((await ask({ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' })).status).toBe(302);
  const part = await ask({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' });
  expect([part.status, await part.text()]).toEqual([200, 'ok']);
});
