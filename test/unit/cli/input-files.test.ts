import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { filesBehind } from '../../../src/cli/check/input-files.ts';
import { render } from '../../../src/cli/check/output/render.ts';
import { confirmed, notFound, resultOf } from './findings.ts';

const folder = mkdtempSync(join(tmpdir(), 'proviso-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const selection = {
  supported: ['.md'],
  except: [],
  spool: () => Promise.reject(new Error('expected the path of a stream')),
};

describe('a folder of input files', () => {
  it('includes broken links, which are then reported as not read, and does not follow a link to a folder that contains it', async () => {
    writeFileSync(join(folder, 'a.md'), 'Notice is 30 days.');
    symlinkSync('nowhere', join(folder, 'broken.md'));
    symlinkSync('.', join(folder, 'loop'));
    const { files, warnings } = await filesBehind([folder], selection);
    expect(files.map(({ name }) => name)).toEqual(['a.md', 'broken.md']);
    expect(warnings).toEqual([]);
  });

  it('does not include files or folders outside it to which links lead, unless the user names them', async () => {
    const [inside, outside] = [join(folder, 'inside'), join(folder, 'outside')];
    for (const place of [inside, outside]) mkdirSync(join(place, 'deep'), { recursive: true });
    writeFileSync(join(inside, 'deep', 'own.md'), 'Notice is 30 days.');
    writeFileSync(join(outside, 'secret.md'), 'The password is swordfish.');
    symlinkSync('deep/own.md', join(inside, 'linked.md'));
    symlinkSync('../outside/secret.md', join(inside, 'file.md'));
    symlinkSync('../outside', join(inside, 'folder'));
    symlinkSync('..', join(inside, 'deep', 'up'));
    symlinkSync('../..', join(inside, 'deep', 'further-up'));
    const read = await filesBehind([inside], selection);
    expect(read.files.map(({ ref }) => realpathSync(ref))).toEqual([
      realpathSync(join(inside, 'deep', 'own.md')),
      realpathSync(join(inside, 'deep', 'own.md')),
    ]);
    expect(read.warnings).toMatchObject([{ code: 'outside_files_skipped' }]);
    for (const name of ['file.md', 'folder', 'further-up'])
      expect(read.warnings[0]?.message).toMatch(new RegExp(`/${name}(,|$)`));
    const named = await filesBehind([join(inside, 'file.md'), join(inside, 'folder')], selection);
    expect(named.files.map(({ ref }) => realpathSync(ref))).toEqual(
      Array.from({ length: 2 }, () => realpathSync(join(outside, 'secret.md'))),
    );
  });

  it('does not include Proviso’s own reports, which repeat the rules, unless the user names them', async () => {
    const reports = join(folder, 'reports');
    mkdirSync(reports);
    const look = { width: 80, color: false, out: undefined };
    const result = resultOf([confirmed(), notFound()]);
    writeFileSync(join(reports, 'report.md'), await render(result, 'md', look));
    writeFileSync(join(reports, 'report.txt'), await render(result, 'table', look));
    writeFileSync(join(reports, 'report.json'), await render(result, 'json', look));
    writeFileSync(join(reports, 'about.md'), '# Proviso reports\n\nThey are kept for a year.');
    const both = { ...selection, supported: ['.json', '.md', '.txt'] };
    const read = await filesBehind([reports], both);
    expect(read.files.map(({ name }) => name)).toEqual(['about.md']);
    expect(read.warnings).toMatchObject([{ code: 'own_reports_skipped' }]);
    rmSync(join(reports, 'about.md'));
    await expect(filesBehind([reports], both)).rejects.toThrow(
      /no file that can be read\. Not read because Proviso wrote/,
    );
    const named = await filesBehind([join(reports, 'report.md')], both);
    expect(named.files.map(({ name }) => name)).toEqual(['report.md']);
  });
});
