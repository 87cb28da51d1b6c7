import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificateFileSchema } from '../../../engine/model/certificate.ts';
import { certificateText } from '../../../src/eval/exam/certify.ts';

const certificates = 'engine/check/certificates.json';
const root = resolve(import.meta.dirname, '../../..');

describe.skipIf(!existsSync(join(root, '.git')))('npm version minor, in a clone of the repository', () => {
  let clone: string;
  const run = (command: string, args: readonly string[]): string =>
    execFileSync(command, args, { cwd: clone, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const read = (file: string): string => readFileSync(join(clone, file), 'utf8');
  const changed = (): string => run('git', ['status', '--porcelain', '--untracked-files=no']);
  const commit = (): string => run('git', ['commit', '--quiet', '--all', '--message', 'Change files']);
  const commitMeasured = (date: string): void => {
    const file = certificateFileSchema.parse(JSON.parse(read(certificates)));
    const measured = file.certificates.map((one) => ({ ...one, date }));
    writeFileSync(join(clone, certificates), certificateText(measured));
    commit();
  };

  beforeAll(() => {
    clone = join(mkdtempSync(join(tmpdir(), 'proviso-release-')), 'clone');
    execFileSync('git', ['clone', '--quiet', '--no-tags', root, clone]);
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
    run('git', ['config', 'user.name', 'Ada']);
    run('git', ['config', 'user.email', 'ada@example.org']);
  });
  afterAll(() => rmSync(resolve(clone, '..'), { recursive: true, force: true }));

  it('refuses changes that are not committed', () => {
    appendFileSync(join(clone, 'README.md'), '\n');
    expect(() => run('npm', ['version', 'minor'])).toThrow('Git working directory not clean');
    run('git', ['checkout', '--quiet', 'README.md']);
  });

  it('refuses a certificate that was measured before changes of the engine, and changes no file', () => {
    commitMeasured('2001-01-01');
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
      writeFileSync(join(clone, 'engine', `${name}.ts`), 'export {};\n');
    run('git', ['add', 'engine']);
    commit();
    expect(() => run('npm', ['version', 'minor'])).toThrow(
      'the certificate of the labels was measured before these changes: engine/a.ts, engine/b.ts, engine/c.ts, engine/d.ts, engine/e.ts and 1 more. Run: npm run exam -- certify (about 15 minutes), commit it, and repeat.',
    );
    expect(changed()).toBe('');
  });

  it('writes the version and the changelog, commits them and tags the commit', () => {
    commitMeasured('2001-01-02');
    const tag = run('npm', ['version', 'minor']).trim().split('\n').at(-1) ?? '';
    expect(tag).toMatch(/^v\d+\.\d+\.0$/);
    const version = tag.slice(1);
    for (const file of ['package.json', 'package-lock.json', 'openapi.json'])
      expect(read(file)).toContain(`"version": "${version}"`);
    expect(certificateFileSchema.parse(JSON.parse(read(certificates)))).toMatchObject({
      certificates: [{ method: 'lexical', version, date: '2001-01-02' }],
    });
    expect(read('docs/labels.md')).toContain(`| 2001-01-02 | ${version} |`);
    expect(read('CHANGELOG.md')).toMatch(
      new RegExp(`^## Unreleased\\n\\n## ${version} - \\d{4}-\\d\\d-\\d\\d\\n\\n### Added$`, 'm'),
    );
    expect(run('git', ['tag', '--points-at', 'HEAD']).trim()).toBe(tag);
    expect(changed()).toBe('');
  });

  it('refuses a release without changes', () => {
    expect(() => run('npm', ['version', 'minor'])).toThrow('lists no changes');
    expect(run('git', ['tag', '--list', 'v*']).trim().split('\n')).toHaveLength(1);
    expect(changed()).toBe('');
  });

  it('does not take the commit of a release for a measurement of later changes', () => {
    writeFileSync(
      join(clone, 'CHANGELOG.md'),
      read('CHANGELOG.md').replace('## Unreleased\n', '## Unreleased\n\n- It is new.\n'),
    );
    appendFileSync(join(clone, 'engine/a.ts'), '\n');
    commit();
    expect(() => run('npm', ['version', 'minor'])).toThrow('before these changes: engine/a.ts. Run:');
    expect(changed()).toBe('');
  });
});
