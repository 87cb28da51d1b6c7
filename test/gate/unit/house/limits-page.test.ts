import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../../../../src/config.ts';
import { repositoryRoot } from './repository.ts';

const page = readFileSync(join(repositoryRoot, 'docs/limits.md'), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| '));

it('docs/limits.md lists every LIMIT_ and KEEP_ setting with its default', () => {
  const settings = Object.entries(readConfig({})).filter(([name]) => /^(?:LIMIT|KEEP)_/.test(name));
  const listed = settings.filter(([name, value]) => {
    const row = rows.find((line) => line.includes(`\`${name}\``)) ?? '';
    const [, , limit = ''] = row.split('|');
    return limit.includes(Number(value).toLocaleString('en-US'));
  });
  expect(listed.map(([name]) => name)).toEqual(settings.map(([name]) => name));
});
