import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Asset, AssetError, type AssetStore, type ByteRange } from '../../../src/assets/port.ts';

export type AssetsUnderTest = {
  /** Opens the same stored files again, as after a restart; `now` is the clock of the opened store. */
  reopen(now: () => Date): AssetStore;
  remove(): Promise<void>;
};

async function* bodyOf(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

async function* brokenBody(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('the first half');
  throw new Error('socket hang up');
}

async function list(store: AssetStore, time: Date): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of store.listOlderThan(time)) ids.push(id);
  return ids.sort();
}

async function read(store: AssetStore, id: string, range?: ByteRange): Promise<string | null> {
  const opened = await store.open(id, range);
  if (!opened) return null;
  const bytes = await buffer(opened.body);
  expect(bytes.length).toBe(opened.end - opened.start);
  return bytes.toString();
}

/** The tests that every implementation of the asset port must pass. */
export function assetStoreContract(kind: string, make: () => Promise<AssetsUnderTest>): void {
  describe(`an asset store on ${kind}`, () => {
    let made: AssetsUnderTest;
    let store: AssetStore;
    let time: Date;

    beforeEach(async () => {
      time = new Date('2026-01-01T00:00:00.000Z');
      made = await make();
      store = made.reopen(() => time);
    });

    afterEach(() => made.remove());

    const put = (overrides: Partial<Parameters<AssetStore['put']>[0]> = {}): Promise<Asset> =>
      store.put({
        owner: 'u1',
        name: 'Notes.txt',
        maxBytes: 1_000,
        body: bodyOf('hello ', 'world'),
        ...overrides,
      });

    it('stores the bytes with their size, type and hash, so that a process that starts later can read them', async () => {
      const asset = await put();
      expect(asset).toMatchObject({
        owner: 'u1',
        name: 'Notes.txt',
        type: 'text/plain',
        size: 11,
        createdAt: time,
      });
      expect(asset.sha256).toBe(createHash('sha256').update('hello world').digest('hex'));
      const later = made.reopen(() => new Date());
      expect(await later.find(asset.id)).toEqual(asset);
      expect(await read(later, asset.id)).toBe('hello world');
    });

    it('returns ids and URLs that no one can guess: at least 128 bits, never repeated', async () => {
      const assets = await Promise.all(Array.from({ length: 50 }, () => put()));
      expect(new Set(assets.map(({ id }) => id)).size).toBe(50);
      for (const { id, url } of assets) {
        expect(id).toMatch(/^[0-9a-f]{32,}$/);
        expect(new URL(url).pathname).toContain(id);
      }
    });

    it('detects the type of a file from its content, whatever type was declared', async () => {
      const html = await put({
        name: 'a.pdf',
        declaredType: 'application/pdf',
        body: bodyOf('<!doctype html><p>'),
      });
      expect(html.type).toBe('text/html');
      const pdf = await put({ name: 'a.html', declaredType: 'text/html', body: bodyOf('%PDF-1.7\n') });
      expect(pdf.type).toBe('application/pdf');
      const docx = await put({ name: 'a.docx', body: bodyOf('PK\x03\x04rest') });
      expect(docx.type).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document');
      const slow = await put({ name: 'a.bin', body: bodyOf('%', 'PD', 'F-1.7\n') });
      expect(slow.type).toBe('application/pdf');
      const unknown = await put({ name: 'a.bin', declaredType: 'text/html', body: bodyOf('\x00\x01\x02') });
      expect(unknown.type).toBe('application/octet-stream');
    });

    it.each([
      ['audio/ogg', 'audio/ogg'],
      ['audio/ogg; codecs=opus', 'audio/ogg'],
      [' Video/WebM;codecs="vp9,opus"', 'video/webm'],
      ['image/svg+xml', 'application/octet-stream'],
      ['text/html; charset=utf-8', 'application/octet-stream'],
      ['audio/', 'application/octet-stream'],
      ['x-audio/ogg', 'application/octet-stream'],
    ])(
      'keeps the declared type of unknown content only if it is a recording: %s',
      async (declaredType, type) => {
        const asset = await put({ name: 'a.bin', declaredType, body: bodyOf('\x00\x01\x02') });
        expect(asset.type).toBe(type);
        expect((await store.find(asset.id))?.type).toBe(type);
      },
    );

    it('removes folders and invisible characters from a file name', async () => {
      expect((await put({ name: '../../etc/pass\u202ewd\u0000.txt' })).name).toBe('passwd.txt');
      expect((await put({ name: 'C:\\Users\\me\\Vertrag für Ärzte.pdf' })).name).toBe(
        'Vertrag für Ärzte.pdf',
      );
      expect((await put({ name: '..' })).name).toBe('file');
      const long = await put({ name: `${'x'.repeat(500)}.pdf` });
      expect(long.name).toHaveLength(200);
      expect(long.name).toMatch(/x\.pdf$/);
    });

    it.each<[ByteRange, string, number, number]>([
      [{ start: 0, end: 5 }, 'hello', 0, 5],
      [{ start: 6, end: 7 }, 'w', 6, 7],
      [{ start: 6, end: 5_000 }, 'world', 6, 11],
    ])('reads the range %o', async (range, text, start, end) => {
      const { id } = await put();
      const opened = await store.open(id, range);
      expect(opened).toMatchObject({ start, end, asset: { size: 11 } });
      opened?.body.destroy();
      expect(await read(store, id, range)).toBe(text);
    });

    it.each<ByteRange>([
      { start: 11, end: 12 },
      { start: 5, end: 5 },
      { start: -1, end: 4 },
    ])('refuses the range %o', async (range) => {
      const { id } = await put();
      await expect(store.open(id, range)).rejects.toMatchObject({ code: 'range_not_satisfiable' });
    });

    it('stores an empty file', async () => {
      const { id, size } = await put({ body: bodyOf() });
      expect(size).toBe(0);
      expect(await read(store, id)).toBe('');
    });

    it('stores nothing of a file over the size limit, but a file of exactly that size', async () => {
      await expect(put({ maxBytes: 10 })).rejects.toMatchObject({ code: 'upload_too_large' });
      expect(await list(store, new Date('2100-01-01'))).toEqual([]);
      expect((await put({ maxBytes: 11 })).size).toBe(11);
    });

    it('stores nothing of a body that breaks off', async () => {
      await expect(put({ body: brokenBody() })).rejects.toMatchObject({ code: 'upload_incomplete' });
      expect(await list(store, new Date('2100-01-01'))).toEqual([]);
    });

    it('shows nothing of a file that is still arriving, and removes unfinished files', async () => {
      let arrive = () => {};
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      let sent = () => {};
      const firstSent = new Promise<void>((resolve) => {
        sent = resolve;
      });
      async function* slowBody(): AsyncGenerator<Uint8Array> {
        yield Buffer.from('first half, ');
        sent();
        await arrived;
        yield Buffer.from('second half');
      }
      const uploading = put({ body: slowBody() });
      await firstSent;
      expect(await list(store, new Date('2100-01-01'))).toEqual([]);
      expect(await store.removeUnfinished(new Date('2000-01-01'))).toBe(0);
      arrive();
      expect(await read(store, (await uploading).id)).toBe('first half, second half');
      expect(await store.removeUnfinished(new Date('2100-01-01'))).toBe(0);
    });

    it('copies a file from another store with its id and metadata, but refuses it if its bytes differ from its hash', async () => {
      const asset = await put();
      await store.delete(asset.id);
      time = new Date('2026-03-01T00:00:00.000Z');
      for (const wrong of ['hello worlt', 'hello', 'hello world!']) {
        const taken = store.take(asset, bodyOf(wrong));
        await expect(taken, wrong).rejects.toBeInstanceOf(AssetError);
        expect(await store.find(asset.id)).toBeNull();
      }
      await store.take(asset, bodyOf('hello ', 'world'));
      expect(await store.find(asset.id)).toEqual(asset);
      expect(await read(store, asset.id)).toBe('hello world');
      expect(await list(store, time)).toEqual([asset.id]);
      expect(await store.removeUnfinished(new Date('2100-01-01'))).toBe(0);
    });

    it('deletes files permanently; deleting a missing file is not an error', async () => {
      const { id } = await put();
      await store.delete(id);
      await store.delete(id);
      expect(await store.find(id)).toBeNull();
      expect(await read(store, id)).toBeNull();
      expect(await list(store, new Date('2100-01-01'))).toEqual([]);
    });

    it('lists files older than a given time, for the cleanup', async () => {
      const old = await put();
      time = new Date('2026-01-02T00:00:00.000Z');
      const young = await put({ owner: 'u2' });
      expect(await list(store, new Date('2026-01-02T00:00:00.000Z'))).toEqual([old.id]);
      expect(await list(store, new Date('2026-01-02T00:00:00.001Z'))).toEqual([old.id, young.id].sort());
    });

    it.each(['', '..', '../../etc/passwd', 'ABCDEF', '0'.repeat(40), `${'a'.repeat(39)}/`])(
      'finds nothing under the id "%s"',
      async (id) => {
        expect(await store.find(id)).toBeNull();
        expect(await store.open(id)).toBeNull();
        await store.delete(id);
      },
    );
  });
}
