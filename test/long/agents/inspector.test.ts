import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { repositoryRoot } from '../../gate/unit/house/repository.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const inspector = '@modelcontextprotocol/inspector@2.12.0';
const clause = 'The Supplier shall notify the Customer of a data breach within 24 hours.';
const minutes = 60_000;

const folder = temporaryFolder('inspector');
let whyNot = '';
beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  writeFileSync(join(folder, 'contract.txt'), clause);
  writeFileSync(join(folder, 'rules.yaml'), `- name: Notice\n  description: ${clause}\n`);
  const install = ['install', '--no-save', '--ignore-scripts', '--engine-strict=false', inspector];
  await promisify(execFile)('npm', install, { cwd: folder, timeout: 4 * minutes }).catch((error: Error) => {
    whyNot = `${inspector} cannot be installed: ${error.message.slice(0, 200)}`;
  });
}, 5 * minutes);

async function inspect(...args: string[]): Promise<string> {
  const command = [process.execPath, join(repositoryRoot, 'bin/proviso.js'), 'mcp'];
  const bin = join(folder, 'node_modules/.bin/mcp-inspector');
  const { stdout } = await promisify(execFile)(bin, ['--cli', ...command, ...args], {
    ...{ cwd: folder, timeout: minutes, maxBuffer: 10_000_000 },
  });
  return stdout;
}

it('the inspector lists the tools, the templates of resources, and checks a file', {
  timeout: 4 * minutes,
}, async (context) => {
  if (whyNot !== '') context.skip(whyNot);
  const { tools } = JSON.parse(await inspect('--method', 'tools/list'));
  expect(tools).toHaveLength(12);
  const { resourceTemplates } = JSON.parse(await inspect('--method', 'resources/templates/list'));
  expect(resourceTemplates).toHaveLength(4);
  const given = ['ruleSet=rules.yaml', 'files=["contract.txt"]'].flatMap((one) => ['--tool-arg', one]);
  const called = JSON.parse(await inspect('--method', 'tools/call', '--tool-name', 'check', ...given));
  expect(JSON.parse(called.content[0].text)).toMatchObject({
    ...{ state: 'completed', findings: [{ label: 'CONFIRMED', quotes: [{ quote: clause }] }] },
  });
});
