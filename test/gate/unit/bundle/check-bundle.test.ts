import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { signingKeyOf } from '../../../../src/bundle/signing-key.ts';
import { bundleReport } from '../../../../src/cli/verify/bundle.ts';
import { canonicalHash, canonicalJson, sha256 } from '../../../../src/domain/canonical-json.ts';
import { changedBundles, withOtherField } from '../../../support/bundles/changes.ts';
import { bundleFolder, smallContents } from '../../../support/bundles/small-bundle.ts';
import { type Entry, entriesOf, withHashes, zipped } from '../../../support/bundles/zip.ts';
import { chance } from '../../../support/faults/chance.ts';

const folder = bundleFolder();
const program = join(import.meta.dirname, '../../../../bin/check-bundle.mjs');
const key = signingKeyOf('test');
const bundle = await folder.pack(smallContents());
afterAll(folder.remove);

const check = (content: Buffer, keys: string[] | null = null) => bundleReport(folder.put(content), keys);

/** Signs changed entries again, with another key, as somebody would who wants to pass a forged bundle off. */
function signedAgain(entries: readonly Entry[], { id, x, sign } = signingKeyOf('forger')): Entry[] {
  const hashed = withHashes(entries);
  const manifest = hashed.find(([path]) => path === 'bundle.json')?.[1] ?? Buffer.alloc(0);
  const parts = {
    algorithm: 'Ed25519',
    key: { crv: 'Ed25519', kty: 'OKP', x },
    keyId: id,
    signed: 'bundle.json',
  };
  const signature = Buffer.from(canonicalJson({ ...parts, signature: sign(manifest) }));
  return hashed.map(([path, content]) => [path, path === 'signature.json' ? signature : content]);
}
const changing = (wanted: string, change: (content: Buffer) => Buffer) =>
  entriesOf(bundle).map(([path, content]): Entry => [path, path === wanted ? change(content) : content]);

describe('a bundle', () => {
  it('passes with the program alone in an empty folder, which says that the key was compared with nothing', () => {
    const alone = bundleFolder();
    copyFileSync(program, join(alone.path, 'check.mjs'));
    const path = alone.put(bundle);
    const output = execFileSync(process.execPath, ['check.mjs', path], {
      cwd: alone.path,
      env: {},
      encoding: 'utf8',
    });
    expect(JSON.parse(output)).toMatchObject({
      ...{ unchanged: true, keyId: key.id, keyCompared: false, quotes: 2, events: 6, late: 0 },
      ...{ findings: 2, reviews: 1, manifest: { signOff: { by: 'Ada' } } },
    });
    const wrong = spawnSync(process.execPath, ['check.mjs', path, '--key', 'x'], {
      cwd: alone.path,
      encoding: 'utf8',
    });
    expect(wrong).toMatchObject({ status: 1, stdout: expect.stringContaining('another key') });
    expect(spawnSync(process.execPath, ['check.mjs', 'none'], { cwd: alone.path }).status).toBe(2);
    alone.remove();
  });

  it('is also checked if the program is called through a link, and --key needs an id', () => {
    const alone = bundleFolder();
    symlinkSync(program, join(alone.path, 'link.mjs'));
    const damaged = alone.put(Buffer.concat([bundle, Buffer.from('x')]));
    const called = (...args: string[]) =>
      spawnSync(process.execPath, ['link.mjs', ...args], { cwd: alone.path, encoding: 'utf8' });
    expect(called(damaged)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('"unchanged": false'),
    });
    expect(called(damaged, '--key')).toMatchObject({ status: 2, stderr: expect.stringContaining('usage') });
    alone.remove();
  });

  it('is said to be damaged or missing without control characters that a terminal obeys', () => {
    const alone = bundleFolder();
    const { stderr } = spawnSync(process.execPath, [program, 'a\u009b2J\u202eb'], { encoding: 'utf8' });
    expect(stderr).toContain('a\\u009b2J\\u202eb');
    const changed = Buffer.from(
      bundle.toString('latin1').replace('rules.json', 'r\x9bl\x7fs.json'),
      'latin1',
    );
    const { status, stdout } = spawnSync(process.execPath, [program, alone.put(changed)], {
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stdout).not.toMatch(/[^\n\P{C}]/u);
    alone.remove();
  });

  it('is checked by a program of at most 200 lines that imports nothing but modules of Node', () => {
    const source = readFileSync(program, 'utf8');
    expect(source.split('\n').length - 1).toBeLessThanOrEqual(200);
    const imported = [...source.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, name]) => name);
    expect(imported.length).toBeGreaterThan(3);
    expect(imported.filter((name) => !name?.startsWith('node:'))).toEqual([]);
  });

  it('is the same, byte for byte, if it is made again from the same contents', async () => {
    expect(await folder.pack(smallContents())).toEqual(bundle);
    expect(await zipped(entriesOf(bundle))).toEqual(bundle);
  });

  it('passes with the id of the key that signed it, and with no other', async () => {
    expect(await check(bundle, [key.id])).toMatchObject({ unchanged: true, keyCompared: true });
    expect(await check(bundle, ['other', key.id])).toMatchObject({ unchanged: true });
    expect(await check(bundle, ['other'])).toMatchObject({
      unchanged: false,
      problem: expect.stringContaining(key.id),
    });
  });

  it('does not pass after any of 30 random changes of a byte or a field', async () => {
    for await (const { what, bytes } of changedBundles(bundle, 30, 19))
      expect(await check(bytes), what).toMatchObject({ unchanged: false });
  });

  it('does not pass with another byte anywhere in its first header, or in the end of its directory', async () => {
    const places = [...Array(40).keys(), ...Array.from({ length: 140 }, (_, at) => bundle.length - 1 - at)];
    for (const at of places) {
      const changed = Buffer.from(bundle);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await check(changed), `byte ${at}`).toMatchObject({ unchanged: false });
    }
  });

  it('does not pass with other facts in bundle.json, or with a signature of something else', async () => {
    const later = changing('bundle.json', (content) =>
      Buffer.from(content.toString().replace('"madeAt":"2026', '"madeAt":"2027')),
    );
    const replaced = changing('signature.json', (content) => {
      const signature = key.sign(Buffer.from('something else'));
      return Buffer.from(canonicalJson({ ...JSON.parse(content.toString()), signature }));
    });
    for (const entries of [later, replaced])
      expect(await check(await zipped(entries))).toMatchObject({
        unchanged: false,
        problem: expect.stringContaining('signature does not match'),
      });
  });

  it.each([
    ['data behind the end', () => Buffer.concat([bundle, Buffer.from('x')])],
    ['data before the start', () => Buffer.concat([Buffer.from('x'), bundle])],
    ['its last byte missing', () => bundle.subarray(0, -1)],
    ['nothing', () => Buffer.alloc(0)],
    ['only its directory', () => bundle.subarray(-500)],
  ])('does not pass with %s', async (_what, changed) => {
    expect(await check(changed())).toMatchObject({ unchanged: false });
  });

  it('does not pass with an entry too many, too few, twice or in another order', async () => {
    const entries = entriesOf(bundle);
    const [first, second, ...rest] = entries;
    if (first === undefined || second === undefined) throw new Error('the bundle must have entries');
    for (const changed of [
      [['more.json', Buffer.from('{}')] satisfies Entry, ...entries],
      [...entries, ['more.json', Buffer.from('{}')] satisfies Entry],
      [second, ...rest],
      [first, ...entries],
      [second, first, ...rest],
    ])
      expect(await check(await zipped(changed))).toMatchObject({ unchanged: false });
  });
});

describe('a bundle that a forger changed and signed with another key', () => {
  it('passes only as long as its key is compared with nothing', async () => {
    const forged = await zipped(signedAgain(entriesOf(bundle)));
    expect(await check(forged)).toMatchObject({ unchanged: true, keyCompared: false });
    expect(await check(forged, [key.id])).toMatchObject({ unchanged: false });
  });

  it.each(['rules.json', 'result.json'])('does not pass if its chain records another %s', async (path) => {
    const random = chance(7);
    for (let at = 0; at < 12; at += 1) {
      const entries = changing(path, (content) => withOtherField(content, random));
      expect(await check(await zipped(signedAgain(entries)))).toMatchObject({ unchanged: false });
    }
  });

  it('does not pass if an event was changed, removed, moved or added', async () => {
    const lines = (change: (lines: string[]) => string[]) => (content: Buffer) =>
      Buffer.from(
        change(content.toString().split('\n').slice(0, -1))
          .map((line) => `${line}\n`)
          .join(''),
      );
    const rehashed = (line = '{}', reason = 'x') => {
      const { hash: _, ...entry } = JSON.parse(line);
      const changed = { ...entry, data: { ...entry.data, reason } };
      return canonicalJson({ ...changed, hash: canonicalHash(changed) });
    };
    for (const change of [
      lines(([first = '', ...rest]) => [first.replace('run_created', 'run_creates'), ...rest]),
      lines((all) => all.slice(0, -1)),
      lines(([first = '', second = '', ...rest]) => [second, first, ...rest]),
      lines((all) => [...all, all.at(-1) ?? '']),
      lines(([first, ...rest]) => [rehashed(first), ...rest]),
    ])
      expect(await check(await zipped(signedAgain(changing('chain.jsonl', change))))).toMatchObject({
        unchanged: false,
      });
  });

  it.each([
    ['other words at the place of a quote', (text: string) => text.replace('three months', 'seven months')],
    ['a text that is moved', (text: string) => text.replaceAll('"start":', '"begin":')],
    ['the words of a quote on another page', (text: string) => text.replaceAll('"page":3', '"page":1')],
    ['a footer that is text', (text: string) => text.replaceAll('"skip":true,', '')],
    ['another file behind a text', (text: string) => text.replace(/"sha256":"\w/, '"sha256":"x')],
  ])('does not pass with %s', async (_what, change) => {
    const entries = changing('texts/input-0.json', (content) => Buffer.from(change(content.toString())));
    expect(entries.map(([, content]) => sha256(content))).not.toEqual(
      entriesOf(bundle).map(([, content]) => sha256(content)),
    );
    expect(await check(await zipped(signedAgain(entries)))).toMatchObject({ unchanged: false });
  });

  it('does not pass with a path that leads out of its folder, or with another last byte of the chain', async () => {
    const moved = entriesOf(bundle).map(([path, content]): Entry => {
      const out = path === 'sources/input-0/agreement.pdf' ? `../${path}` : path;
      return [
        out,
        path === 'bundle.json'
          ? Buffer.from(content.toString().replaceAll('"sources/', '"../sources/'))
          : content,
      ];
    });
    expect(await check(await zipped(signedAgain(moved)))).toMatchObject({
      problem: expect.stringContaining('is not a path in a bundle'),
    });
    const cut = changing('chain.jsonl', (content) => Buffer.from(content.toString().replace(/\n$/, 'X')));
    expect(await check(await zipped(signedAgain(cut)))).toMatchObject({ unchanged: false });
  });

  it('does not pass if a quote names another file than the text', async () => {
    const renamed = changing('bundle.json', (content) =>
      Buffer.from(content.toString().replaceAll('"name":"agreement.pdf"', '"name":"other.pdf"')),
    );
    expect(await check(await zipped(signedAgain(renamed)))).toMatchObject({
      problem: expect.stringContaining('a file that bundle.json does not name'),
    });
  });

  it('does not pass without a file that bundle.json says is in it', async () => {
    const entries = entriesOf(bundle).filter(([path]) => path !== 'sources/input-0/agreement.pdf');
    expect(await check(await zipped(signedAgain(entries)))).toMatchObject({
      problem: expect.stringContaining('agreement.pdf is missing'),
    });
  });

  it('does not pass with other bytes of a file that was read', async () => {
    const entries = changing('sources/input-0/agreement.pdf', () => Buffer.from('another lease'));
    expect(await check(await zipped(signedAgain(entries)))).toMatchObject({ unchanged: false });
  });
});

it('a bundle is not written if it would be larger than the limit, or if a cited text is no longer stored', async () => {
  await expect(folder.pack(smallContents(), 'test', 2_000)).rejects.toMatchObject({
    code: 'bundle_too_large',
  });
  const contents = { ...smallContents(), textsOf: async function* () {} };
  await expect(folder.pack(contents)).rejects.toMatchObject({ code: 'text_not_found' });
});
