import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Folders } from '../../../../src/cli/mcp/folders.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'proviso-folders-')));
for (const folder of ['real/sub', 'closed', 'real-too']) mkdirSync(join(root, folder), { recursive: true });
for (const file of ['real/a.txt', 'real/sub/b.txt', 'closed/c.txt', 'real-too/d.txt'])
  writeFileSync(join(root, file), 'text');
symlinkSync(join(root, 'real'), join(root, 'open'));
symlinkSync(join(root, 'closed/c.txt'), join(root, 'real/out.txt'));
symlinkSync(join(root, 'closed'), join(root, 'real/sub/out'));
symlinkSync(join(root, 'real/a.txt'), join(root, 'real/in.txt'));
const folders = await Folders.open([join(root, 'open')]);
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the folders that an agent may read', () => {
  it.each([
    ['a.txt', 'real/a.txt'],
    ['./sub/../a.txt', 'real/a.txt'],
    ['sub/b.txt', 'real/sub/b.txt'],
    ['in.txt', 'real/a.txt'],
    ['.', 'real'],
  ])('have the file %s', async (named, real) => {
    expect(await folders.find(named)).toBe(join(root, real));
    expect(await folders.find(join(root, 'open', named))).toBe(join(root, real));
    expect(await folders.find(join(root, 'real', named))).toBe(join(root, real));
  });

  it.each([
    '..',
    '../closed/c.txt',
    '../closed/does-not-exist.txt',
    '../real-too/d.txt',
    'out.txt',
    'sub/out',
    'sub/out/c.txt',
    '/etc/passwd',
    'a.txt\0.pdf',
  ])('do not have %s, and do not say whether it exists', async (named) => {
    await expect(folders.find(named)).rejects.toMatchObject({ code: 'file_not_allowed' });
  });

  it('do not have a file that does not exist', async () => {
    await expect(folders.find('none.txt')).rejects.toMatchObject({ code: 'file_not_found' });
  });

  it('must exist', async () => {
    await expect(Folders.open([join(root, 'real/a.txt')])).rejects.toThrow(/is not a folder/);
  });
});
