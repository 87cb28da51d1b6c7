import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { supportedExtensions } from '../../../engine/index.ts';
import { readRules } from '../../../src/cli/rules/read.ts';
import { repositoryRoot } from '../../gate/unit/house/repository.ts';
import { runAsWritten } from '../../support/documented-shell.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const pages = ['README.md', 'docs/rules.md', 'docs/results.md'].map((path) => ({
  path,
  text: readFileSync(join(repositoryRoot, path), 'utf8'),
}));
/** Each command with the last rules above it on its page. They are in `rules.yaml` until a command writes others. */
const commands = [
  ...new Map(
    pages.flatMap(({ path, text }) => {
      let rules = '';
      return blocks(text).flatMap(({ language, body }) => {
        if (areRules({ language, body })) rules = body;
        const found = language === 'sh' ? body.match(/^(?:echo .*\n)?proviso .*/gm) : null;
        return (found ?? []).map((command) => [command, { path, command, rules }] as const);
      });
    }),
  ).values(),
];
const ruleFiles = pages.flatMap(({ path, text }) =>
  blocks(text)
    .filter(areRules)
    .map(({ body }, index) => ({ path, example: index + 1, rules: body })),
);

const folder = temporaryFolder('documented');
let inFolder: string | null = null;

beforeAll(() => {
  cpSync(join(repositoryRoot, 'samples'), join(folder, 'samples'), { recursive: true });
  copyFileSync(join(folder, 'samples', 'agreement.pdf'), join(folder, 'contract.pdf'));
  for (const name of ['policy.pdf', 'policy-2027.pdf'])
    copyFileSync(join(folder, 'samples', 'policy.pdf'), join(folder, name));
  cpSync(join(folder, 'samples', 'rule-sets'), join(folder, 'rules'), { recursive: true });
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

  it.each(commands)('work: $command ($path)', async ({ command, rules }) => {
    if (rules !== inFolder)
      for (const name of ['rules.yaml', 'playbook.yaml'])
        writeFileSync(join(folder, name), rules || (ruleFiles[0]?.rules ?? ''));
    inFolder = rules;
    await expect(runAsWritten(command, folder, {})).resolves.toBeTypeOf('string');
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

type Block = { language: string; body: string };

/** A block with only comments has no rules. */
function areRules({ language, body }: Block): boolean {
  return language === 'yaml' && /^[^#\n]/m.test(body);
}

function blocks(text: string): Block[] {
  const found = text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...found].map(([, language = '', body = '']) => ({ language, body }));
}
