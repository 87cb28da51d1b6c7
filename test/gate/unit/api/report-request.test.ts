import { expect, it } from 'vitest';
import { reportRequest } from '../../../../src/api/reports/schemas.ts';

it('the first file of a project, whose index is 0, selects findings like every other', () => {
  expect(reportRequest({ format: 'json', fileIndex: 0 }).filter).toEqual({ file: 0 });
  expect(reportRequest({ format: 'json', fileIndex: 1, ruleKey: 'a' }).filter).toEqual({
    file: 1,
    rule: 'a',
  });
  expect(reportRequest({ format: 'json' }).filter).toEqual({});
});
