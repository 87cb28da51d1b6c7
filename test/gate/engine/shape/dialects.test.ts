import { expect, it } from 'vitest';
import { type Dialect, dialectOf } from '../../../../engine/shape/schema/validate.ts';

const site = 'json-schema.org';

it.each<[unknown, Dialect | null]>([
  [undefined, '2020-12'],
  [`https://${site}/draft/2020-12/schema`, '2020-12'],
  [`https://${site}/draft/2019-09/schema#`, '2019-09'],
  [`http://${site}/draft-07/schema#`, 'draft-07'],
  [`http://${site}/draft-07/schema`, 'draft-07'],
  [`https://${site}/draft-07/schema#`, 'draft-07'],
  [`http://${site}/draft-06/schema#`, 'draft-07'],
  [`http://${site}/draft-04/schema#`, 'draft-07'],
  [`http://${site}/draft-05/schema#`, null],
  [`http://${site}/draft-03/schema#`, null],
  [`http://${site}/schema#`, null],
  [`https://${site}/draft/2020-12/schema/more`, null],
  ['https://example.org/draft-07/schema#', null],
  [7, null],
])('the schema of $schema %s is read as %s', ($schema, dialect) => {
  expect(dialectOf($schema === undefined ? {} : JSON.parse(JSON.stringify({ $schema })))).toBe(dialect);
});
