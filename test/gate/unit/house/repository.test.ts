import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { repositoryRoot, textFiles } from './repository.ts';

const lineLimit = 400;
const sourceFile = /\.(?:ts|tsx|js|mjs|cjs|css|html|sh)$|^\.ci\/run$/;

const versions = z.record(z.string(), z.string()).default({});
const manifestSchema = z.object({ dependencies: versions, devDependencies: versions });
const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ resolved: z.string().optional() })),
});

// Assembled from parts, so that this file does not contain the text that it searches for.
const machinePath = new RegExp(
  `(?<![\\w.~*-])/(?:(?:${['wo' + 'rk', 'ro' + 'ot'].join('|')})(?![\\w-])|${'t' + 'mp'}/[\\w.-]+)`,
);
const registryHost = new RegExp(['registry', '(?:npmjs|yarnpkg)', '(?:org|com)'].join('\\.'));
const unfinished = new RegExp(`\\b(?:${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].join('|')})\\b`);
const silenced = new RegExp([`biome-${'ignore'}`, `@ts-${'ignore'}`, `@ts-${'nocheck'}`].join('|'));

describe('the repository', () => {
  const files = textFiles();
  const written = files.filter(({ path }) => path !== 'package-lock.json');

  it('has files that these tests read', () => {
    expect(files.map((file) => file.path)).toEqual(
      expect.arrayContaining(['package.json', 'package-lock.json', 'engine/model/finding.ts']),
    );
  });

  it('contains no download address in the lock file', () => {
    const lock = lockSchema.parse(json('package-lock.json'));
    const resolved = Object.entries(lock.packages).filter(([, entry]) => entry.resolved?.includes('://'));
    expect(resolved).toEqual([]);
    expect(lines(files, registryHost)).toEqual([]);
  });

  it('contains no path of the machine on which it was written', () => {
    expect(lines(files, machinePath)).toEqual([]);
  });

  it('tells nobody to run a package of the npm registry with the name of Proviso, which is not there', () => {
    const shown = written.filter(({ path }) => /^(README|docs|src|dashboard|action)/.test(path));
    expect(lines(shown, /npx proviso [a-z]|"npx".*"proviso"/)).toEqual([]);
  });

  it('contains no open tasks and suppresses no check', () => {
    expect(lines(written, unfinished)).toEqual([]);
    expect(lines(written, silenced)).toEqual([]);
  });

  it(`has no source file of ${lineLimit} lines or more`, () => {
    const long = written
      .filter(({ path }) => sourceFile.test(path))
      .map(({ path, text }) => `${path}: ${text.split('\n').length - 1} lines`)
      .filter((entry) => Number(/: (\d+) lines$/.exec(entry)?.[1]) >= lineLimit);
    expect(long).toEqual([]);
  });

  it('pins every package to one version', () => {
    const { dependencies, devDependencies } = manifestSchema.parse(json('package.json'));
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });
});

function json(path: string): unknown {
  return JSON.parse(readFileSync(join(repositoryRoot, path), 'utf8'));
}

function lines(files: { path: string; text: string }[], pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
}
