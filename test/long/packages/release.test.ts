import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

describe.skipIf(!existsSync(join(root, '.git')))('npm version minor, in a clone of the repository', () => {
  let clone: string;
  const run = (command: string, args: readonly string[]): string =>
    execFileSync(command, args, { cwd: clone, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const read = (file: string): string => readFileSync(join(clone, file), 'utf8');

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

  it('writes the version and the changelog, commits them and tags the commit', () => {
    const tag = run('npm', ['version', 'minor']).trim().split('\n').at(-1) ?? '';
    expect(tag).toMatch(/^v\d+\.\d+\.0$/);
    const version = tag.slice(1);
    for (const file of ['package.json', 'package-lock.json', 'openapi.json'])
      expect(read(file)).toContain(`"version": "${version}"`);
    expect(read('CHANGELOG.md')).toMatch(
      new RegExp(`^## Unreleased\\n\\n## ${version} - \\d{4}-\\d\\d-\\d\\d\\n\\n### Added$`, 'm'),
    );
    expect(run('git', ['tag', '--points-at', 'HEAD']).trim()).toBe(tag);
    expect(run('git', ['status', '--porcelain', '--untracked-files=no'])).toBe('');
  });

  it('refuses a release without changes', () => {
    expect(() => run('npm', ['version', 'minor'])).toThrow('lists no changes');
    expect(run('git', ['tag', '--list', 'v*']).trim().split('\n')).toHaveLength(1);
  });
});
