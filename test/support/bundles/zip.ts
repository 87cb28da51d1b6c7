import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ZipWriter } from '../../../engine/load/zip/zip-writer.ts';
import { canonicalJson, sha256 } from '../../../src/domain/canonical-json.ts';

/** An entry of a bundle: its path and its content. */
export type Entry = [path: string, content: Buffer];

/** The entries of an unchanged bundle, in order. */
export function entriesOf(bundle: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; bundle.readUInt32LE(at) === 0x04034b50; ) {
    const [bytes, named] = [bundle.readUInt32LE(at + 22), bundle.readUInt16LE(at + 26)];
    const start = at + 30 + named;
    entries.push([bundle.toString('utf8', at + 30, start), bundle.subarray(start, start + bytes)]);
    at = start + bytes;
  }
  return entries;
}

/** Packs entries as Proviso does, so that the structure of the ZIP file is right. */
export async function zipped(entries: readonly Entry[]): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'proviso-zip-'));
  const path = join(folder, 'zip');
  const file = await open(path, 'wx');
  try {
    const zip = new ZipWriter(file, 0xffffffff, () => {
      throw new Error('the test made a file that is too large');
    });
    for (const [name, content] of entries) await zip.add(name, [content]);
    await zip.end();
    return readFileSync(path);
  } finally {
    await file.close();
    rmSync(folder, { recursive: true });
  }
}

/** Changes bundle.json so that it names the sizes and hashes of the given entries. The signature stays as it is. */
export function withHashes(entries: readonly Entry[]): Entry[] {
  const manifest = JSON.parse(entries.find(([path]) => path === 'bundle.json')?.[1].toString() ?? '{}');
  const named = entries
    .filter(([path]) => path !== 'bundle.json' && path !== 'signature.json')
    .map(([path, content]) => ({ path, bytes: content.length, sha256: sha256(content) }));
  const changed = Buffer.from(canonicalJson({ ...manifest, entries: named }));
  return entries.map(([path, content]) => [path, path === 'bundle.json' ? changed : content]);
}
