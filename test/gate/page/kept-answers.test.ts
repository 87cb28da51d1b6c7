import { expect, it } from 'vitest';
import { queries } from '../../../dashboard/service/queries.ts';
import { connect } from '../../../dashboard/service/service.ts';

it('the findings of a rule, of another rule and of the whole run each have their own place among the kept answers', () => {
  const service = connect('http://localhost');
  const keys = [undefined, 'notice', 'rent'].map(
    (rule) => queries.findings(service, 'p', 'r', rule).queryKey,
  );
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(3);
});
