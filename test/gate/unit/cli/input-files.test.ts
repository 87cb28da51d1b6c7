import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { supportedExtensions } from '../../../../engine/index.ts';
import { estimateText } from '../../../../src/cli/check/analysis.ts';
import { filesBehind } from '../../../../src/cli/check/input-files.ts';
import { render } from '../../../../src/cli/check/output/write-report.ts';
import { reportFormatNames, reportFormats } from '../../../../src/services/report/formats.ts';
import { zipped } from '../../../support/bundles/zip.ts';
import { bytesOf, reportOn } from '../../../support/reports.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { confirmed, notFound, readFile, resultOf } from './findings.ts';

const folder = temporaryFolder('files');

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
    const report = reportOn(resultOf([confirmed(), notFound()]));
    const manifest = (format: string) => zipped([['bundle.json', Buffer.from(JSON.stringify({ format }))]]);
    const formats = ['table', ...reportFormatNames] as const;
    for (const format of formats) {
      const ending = format === 'table' ? 'txt' : reportFormats[format].endings[0];
      const content = await bytesOf(render(report, format, { width: 80, color: false }));
      writeFileSync(join(reports, `report.${ending}`), content);
      writeFileSync(join(reports, `${format}-as.html`), content);
    }
    writeFileSync(join(reports, 'run.proviso.zip'), await zipped([['a.txt', Buffer.from('a')]]));
    writeFileSync(join(reports, 'run.zip'), await manifest('proviso-bundle'));
    const bundle = await manifest('proviso-bundle');
    writeFileSync(join(reports, 'mail.zip'), await zipped([['post/run.proviso.zip', bundle]]));
    const unpacked = JSON.stringify({ format: 'proviso-bundle' });
    writeFileSync(
      join(reports, 'folder.zip'),
      await zipped([
        ['a.txt', Buffer.from('a')],
        ['run/bundle.json', Buffer.from(unpacked)],
      ]),
    );
    mkdirSync(join(reports, 'unpacked/sources'), { recursive: true });
    writeFileSync(join(reports, 'unpacked/bundle.json'), unpacked);
    writeFileSync(join(reports, 'unpacked/sources/contract.txt'), 'a');
    const effort = { calls: 2, inputTokens: 1_200, outputTokens: 90 };
    const estimate = { checks: 2, least: effort, most: effort, files: [readFile] };
    for (const format of ['json', 'table'] as const)
      writeFileSync(join(reports, `estimate-${format}.txt`), estimateText(estimate, 'gpt-"x"', format));
    writeFileSync(join(reports, 'other.zip'), await manifest('other'));
    writeFileSync(join(reports, 'other.html'), '<?xml version="1.0"?>\n<testsuites name="a"></testsuites>');
    writeFileSync(join(reports, 'about.md'), '# Proviso reports\n\nThey are kept for a year.');
    const every = { ...selection, supported: supportedExtensions };
    const read = await filesBehind([reports], every);
    expect(read.files.map(({ name }) => name)).toEqual(['about.md', 'other.html', 'other.zip']);
    expect(read.warnings[0]).toMatchObject({ code: 'own_reports_skipped' });
    for (const name of ['about.md', 'other.html', 'other.zip']) rmSync(join(reports, name));
    await expect(filesBehind([reports], every)).rejects.toThrow(
      /no file that can be read\. Not read because Proviso wrote/,
    );
    const named = await filesBehind([join(reports, 'report.md')], every);
    expect(named.files.map(({ name }) => name)).toEqual(['report.md']);
  });
});
