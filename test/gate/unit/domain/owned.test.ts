import { expect, it } from 'vitest';
import { requireOwned, requireRight } from '../../../../src/domain/records/owned.ts';
import { owner, stranger } from '../../../support/records.ts';

it('a record belongs only to its workspace, and appears missing in other workspaces', () => {
  const record = { workspaceId: owner.workspaceId, name: 'House rules' };
  const require = (actor: typeof owner, found: typeof record | null) =>
    requireOwned(actor, 'read', found, 'politics_not_found', 'rule set x was not found');
  expect(require(owner, record)).toBe(record);
  const missing = { code: 'politics_not_found', message: 'rule set x was not found' };
  expect(() => require(stranger, record)).toThrow(expect.objectContaining(missing));
  expect(() => require(owner, null)).toThrow(expect.objectContaining(missing));
});

it.each([
  ['viewer', ['read']],
  ['reviewer', ['read', 'review']],
  ['editor', ['read', 'review', 'write', 'run']],
  ['admin', ['read', 'review', 'write', 'run', 'administer']],
] as const)('the role %s has exactly the rights %j', (role, rights) => {
  const has = (['read', 'review', 'write', 'run', 'administer'] as const).filter((right) => {
    try {
      requireRight({ ...owner, role }, right);
      return true;
    } catch {
      return false;
    }
  });
  expect(has).toEqual(rights);
});
