import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { errorsPage } from '../../../../docs/errors.ts';
import { errorKinds } from '../../../../src/domain/errors.ts';
import { repositoryRoot } from './repository.ts';

const published = readFileSync(join(repositoryRoot, 'docs/errors.md'), 'utf8');

it('docs/errors.md documents exactly the errors of the service', () => {
  expect(published, 'run: npx tsx docs/make-errors.ts > docs/errors.md').toBe(errorsPage());
});

it('docs/errors.md states the status of each error, its meaning and what to do', () => {
  const rows = published.split('\n').filter((line) => /^\| \d{3} /.test(line));
  const documented = rows.map((row) => row.split(' | ').map((cell) => cell.replace(/^\| |[`]| \|$/g, '')));
  expect(documented.map(([status, code, title]) => [code, Number(status), title]).toSorted()).toEqual(
    Object.entries(errorKinds)
      .map(([code, { status, title }]) => [code, status, title])
      .toSorted(),
  );
  for (const [, code, , remedy = ''] of documented) expect(remedy.length, code).toBeGreaterThan(10);
});
