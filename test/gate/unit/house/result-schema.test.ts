import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { resultJsonSchema } from '../../../../docs/result-schema.ts';
import { repositoryRoot } from './repository.ts';

it('docs/result.schema.json is the schema by which results are validated', () => {
  const published = readFileSync(join(repositoryRoot, 'docs/result.schema.json'), 'utf8');
  expect(published, 'run: npx tsx docs/make-result-schema.ts > docs/result.schema.json').toBe(
    resultJsonSchema(),
  );
});
