import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleReport } from '../../../src/cli/verify/bundle.ts';
import { type Ended, proviso, workFolder } from '../../gate/cli/command.ts';
import { changedBundles } from '../../support/bundles/changes.ts';
import { bundleFolder } from '../../support/bundles/small-bundle.ts';
import { entriesOf } from '../../support/bundles/zip.ts';

const repository = join(import.meta.dirname, '../../..');
const samples = join(repository, 'samples');
const work = workFolder({});
const folder = bundleFolder();
const env = { XDG_CONFIG_HOME: join(work.path, 'config'), DATA_DIR: '', SECRET: '', SIGNING_SECRET: '' };
const files = ['agreement.pdf', 'annex-b.docx'].map((name) => join(samples, name));
const path = join(work.path, 'run.proviso.zip');
const run = (...args: string[]) => proviso(args, { cwd: work.path, env });
let checked: Ended;
let bundle: Buffer;
let keyId = '';

beforeAll(async () => {
  const rules = ['--rules', join(samples, 'rules.yaml'), '--knowledge', join(samples, 'policy.pdf')];
  checked = await run('check', ...files, ...rules, '--out', 'run.proviso.zip', '--with-sources');
  bundle = readFileSync(path);
  keyId = /signed with the key ([\w-]{43})/.exec(checked.stderr)?.[1] ?? '';
});
afterAll(() => {
  work.remove();
  folder.remove();
});

describe('the bundle of proviso check', () => {
  it('passes the program alone in an empty folder, without Proviso and other packages', () => {
    const alone = bundleFolder();
    copyFileSync(join(repository, 'bin/check-bundle.mjs'), join(alone.path, 'check-bundle.mjs'));
    const output = execFileSync(process.execPath, ['check-bundle.mjs', path], { cwd: alone.path, env: {} });
    expect(JSON.parse(output.toString())).toMatchObject({ unchanged: true, findings: 10, keyId, late: 0 });
    alone.remove();
  });

  it('has the files that were checked, and is a ZIP file that other programs open', () => {
    const entries = new Map(entriesOf(bundle));
    expect(entries.get('sources/input-0/agreement.pdf')).toEqual(readFileSync(files[0] ?? ''));
    const script =
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), len(z.namelist()))';
    expect(execFileSync('python3', ['-c', script, path]).toString()).toBe(`None ${entries.size}\n`);
  });

  it('keeps the key of this user, and creates it so that other users cannot read it', async () => {
    mkdirSync(join(work.path, 'again'));
    const again = join('again', 'other.proviso.zip');
    const { code, stderr } = await run(
      'check',
      files[0] ?? '',
      '--rules',
      join(samples, 'rules.yaml'),
      '--out',
      again,
    );
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining(keyId) });
    expect(statSync(join(env.XDG_CONFIG_HOME, 'proviso', 'secret')).mode & 0o077).toBe(0);
  });

  it('fails both programs after each of 1,000 random changes of a byte or a field', async () => {
    const { checkBundle } = await import(join(repository, 'bin/check-bundle.mjs'));
    let count = 0;
    for await (const { what, bytes } of changedBundles(bundle, 1_000, 20261123)) {
      const changed = folder.put(bytes);
      expect(checkBundle(changed), what).toMatchObject({ unchanged: false });
      expect(await bundleReport(changed, null), what).toMatchObject({ unchanged: false });
      if (count % 250 === 0) {
        const { code, stdout } = await run('verify', changed);
        expect({ code, stdout }, what).toMatchObject({
          code: 1,
          stdout: expect.stringContaining('NOT VALID'),
        });
      }
      folder.drop(changed);
      count += 1;
    }
    expect(count).toBe(1_000);
  });
});
