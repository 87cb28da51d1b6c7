import { expect, it } from 'vitest';
import { requireOwned } from '../../../src/domain/records/owned.ts';
import { owner, stranger } from '../../support/records.ts';

it('a record belongs only to its user, and appears missing to other users', () => {
  const record = { userId: owner.userId, name: 'House rules' };
  const require = (actor: typeof owner, found: typeof record | null) =>
    requireOwned(actor, found, 'politics_not_found', 'rule set x was not found');
  expect(require(owner, record)).toBe(record);
  const missing = { code: 'politics_not_found', message: 'rule set x was not found' };
  expect(() => require(stranger, record)).toThrow(expect.objectContaining(missing));
  expect(() => require(owner, null)).toThrow(expect.objectContaining(missing));
});
