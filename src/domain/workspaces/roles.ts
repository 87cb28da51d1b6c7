import type { Right } from '../records/rights.ts';

export const roles = ['viewer', 'reviewer', 'editor', 'admin'] as const;

/** What a member may do in a workspace. Each role includes the roles before it. */
export type Role = (typeof roles)[number];

/** The rights of each role. */
export const rightsOf: Record<Role, readonly Right[]> = {
  viewer: ['read'],
  reviewer: ['read', 'review'],
  editor: ['read', 'review', 'write', 'run'],
  admin: ['read', 'review', 'write', 'run', 'administer'],
};

/** The least role that has a right. */
const leastWith: Record<Right, Role> = {
  read: 'viewer',
  review: 'reviewer',
  write: 'editor',
  run: 'editor',
  administer: 'admin',
};

/** The role that a member needs for a right; null if the member's role includes the right. */
export function missingRole(role: Role, right: Right): Role | null {
  return rightsOf[role].includes(right) ? null : leastWith[right];
}
