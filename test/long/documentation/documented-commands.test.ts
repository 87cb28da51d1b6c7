import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { supportedExtensions } from '../../../engine/index.ts';
import { readRules } from '../../../src/cli/rules/read.ts';
import { CommandRunner } from '../../gate/cli/command.ts';
import { repositoryRoot } from '../../gate/unit/house/repository.ts';

const pages = ['README.md', 'docs/rules.md', 'docs/results.md'].map((path) => ({
  path,
  text: readFileSync(join(repositoryRoot, path), 'utf8'),
}));
const commands = [
  ...new Map(
    pages.flatMap(({ path, text }) =>
      blocks(text, 'sh')
        .flatMap((block) => block.split('\n'))
        .filter((line) => line.startsWith('proviso '))
        .map((line) => line.slice('proviso '.length))
        .map((command) => [command, { path, command }] as const),
    ),
  ).values(),
];
const ruleFiles = pages.flatMap(({ path, text }) =>
  blocks(text, 'yaml')
    .filter((rules) => /^[^#\n]/m.test(rules))
    .map((rules, index) => ({ path, example: index + 1, rules })),
);

const runner = new CommandRunner();
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'proviso-documented-'));
  cpSync(join(repositoryRoot, 'samples'), join(folder, 'samples'), { recursive: true });
  copyFileSync(join(folder, 'samples', 'agreement.pdf'), join(folder, 'contract.pdf'));
  copyFileSync(join(folder, 'samples', 'policy.pdf'), join(folder, 'policy.pdf'));
});

afterAll(() => {
  runner.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the commands in the documentation', () => {
  it('are found by this test', () => {
    expect(commands.length).toBeGreaterThan(3);
    expect(ruleFiles.length).toBeGreaterThan(2);
  });

  it('are in the README, which names every supported file extension', () => {
    const readme = pages[0]?.text ?? '';
    expect(supportedExtensions.filter((ending) => !readme.includes(`\`${ending}\``))).toEqual([]);
  });

  it.each(commands)('work: $command ($path)', async ({ command }) => {
    writeFileSync(join(folder, 'rules.yaml'), ruleFiles[0]?.rules ?? '');
    expect(await runner.run(command.split(' '), { cwd: folder })).toMatchObject({ code: 0 });
  });

  it.each(ruleFiles)(
    'refer to examples of rules that are valid: example $example of $path',
    async ({ rules }) => {
      const file = join(folder, 'example.yaml');
      writeFileSync(file, rules);
      await expect(readRules(file)).resolves.toMatchObject({ rules: expect.anything() });
    },
  );
});

function blocks(text: string, language: string): string[] {
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, found, body]) =>
    found === language && body !== undefined ? [body] : [],
  );
}
