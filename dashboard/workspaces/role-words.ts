import type { Workspace } from '../service/service.ts';

type Role = Workspace['role'];

/** The roles, with the least rights first. */
export const roleOptions = [
  ['viewer', 'Viewer'],
  ['reviewer', 'Reviewer'],
  ['editor', 'Editor'],
  ['admin', 'Admin'],
] as const satisfies readonly (readonly [Role, string])[];

/** What each role allows, in a few words. */
export const roleHints: Record<Role, string> = {
  viewer: 'Sees everything, and changes nothing.',
  reviewer: 'Also reviews findings.',
  editor: 'Also changes rule sets and projects, and runs checks.',
  admin: 'Also manages members, the audit log and the budget.',
};

export function asRole(value: string): Role {
  return roleOptions.find(([role]) => role === value)?.[0] ?? 'viewer';
}
