import type { TokenScope } from '../../../src/domain/records/rights.ts';
import { tokenScopes } from '../../../src/domain/records/rights.ts';
import { type Role, roles } from '../../../src/domain/workspaces/roles.ts';

/**
 * The tokens that each person has in each workspace. The limits refer to the first rule set and project of the workspace.
 */
export const tokenKinds = [
  'full',
  'read',
  'write',
  'run',
  'administer',
  'write and run',
  'one rule set',
  'one project',
  'revoked',
] as const;
export type TokenKind = (typeof tokenKinds)[number];

export function scopesOf(kind: TokenKind): readonly TokenScope[] {
  if (kind === 'full' || kind === 'revoked') return tokenScopes;
  if (kind === 'write and run') return ['write', 'run'];
  if (kind === 'one rule set' || kind === 'one project') return ['read', 'write', 'run'];
  return [kind];
}

/** What a person can ask for. */
export const actions = [
  'list rule sets',
  'list projects',
  'get rule set',
  'create rule set',
  'change rule set',
  'delete rule set',
  'create project',
  'get project',
  'change project',
  'start run',
  'cancel run',
  'delete project',
  'webhook key',
  'rotate webhook key',
  'usage',
  'review',
  'assign',
  'sign off',
  'list members',
  'set role',
  'remove member',
  'invite',
] as const;
export const webhookUrl = 'https://example.org/hook';

export type Action = (typeof actions)[number];

export type Request = {
  person: number;
  /** The workspace of the token. */
  workspace: number;
  token: TokenKind;
  action: Action;
  /**
   * Selects one of the records that exist or existed: of the workspace with `own`, otherwise of any. Also selects a person
   * and a role.
   */
  target: number;
  own: boolean;
  transport: 'rest' | 'trpc';
};

export type RuleSet = { id: string; workspace: number; exists: boolean };
export type Project = { id: string; workspace: number; ruleSet: string; exists: boolean; deploying: boolean };
export type Recorded = { action: string; id: string | null; by: string };

/** The answer that the model expects: a status and, for an error, its code. */
export type Expected = { status: number; code?: string };

const denied: Expected = { status: 403, code: 'scope_missing' };
const roleMissing: Expected = { status: 403, code: 'role_missing' };
const ok: Expected = { status: 200 };
const missing = (code: string): Expected => ({ status: 404, code });

const anyScope: Record<Action, readonly TokenScope[]> = {
  'list rule sets': ['read', 'write', 'run'],
  'list projects': ['read', 'write', 'run'],
  'get rule set': ['read', 'write', 'run'],
  'create rule set': ['write'],
  'change rule set': ['write'],
  'delete rule set': ['write'],
  'create project': ['write'],
  'get project': ['read', 'write', 'run'],
  'change project': ['write'],
  'start run': ['run'],
  'cancel run': ['run'],
  'delete project': ['write'],
  'webhook key': ['administer'],
  'rotate webhook key': ['administer'],
  usage: ['read', 'write', 'run'],
  review: ['write'],
  assign: ['write'],
  'sign off': ['write'],
  'list members': ['read', 'write', 'run'],
  'set role': ['administer'],
  'remove member': ['administer'],
  invite: ['administer'],
};

const everyone: readonly Role[] = ['viewer', 'reviewer', 'editor', 'admin'];
const editors: readonly Role[] = ['editor', 'admin'];

const anyRole: Record<Action, readonly Role[]> = {
  'list rule sets': everyone,
  'list projects': everyone,
  'get rule set': everyone,
  'create rule set': editors,
  'change rule set': editors,
  'delete rule set': editors,
  'create project': editors,
  'get project': everyone,
  'change project': editors,
  'start run': editors,
  'cancel run': editors,
  'delete project': editors,
  'webhook key': ['admin'],
  'rotate webhook key': ['admin'],
  usage: everyone,
  review: ['reviewer', 'editor', 'admin'],
  assign: ['reviewer', 'editor', 'admin'],
  'sign off': ['reviewer', 'editor', 'admin'],
  'list members': everyone,
  'set role': ['admin'],
  'remove member': ['admin'],
  invite: ['admin'],
};

function chosen<Record extends { workspace: number }>(
  records: readonly Record[],
  { workspace, target, own }: Request,
): Record | undefined {
  const among = own ? records.filter((record) => record.workspace === workspace) : records;
  return among[target % among.length];
}

/** A model of who may do what, written from docs/teams.md and not from the code of the service. */
export class Model {
  readonly ruleSets: RuleSet[] = [];
  readonly projects: Project[] = [];
  /** The ids of the people. */
  readonly people: string[] = [];
  /** The ids of the workspaces, and the role of each member by the number of the person. */
  readonly workspaces: { id: string; members: Map<number, Role> }[] = [];
  /** The changes in each workspace, oldest first. */
  readonly log: Recorded[][] = [];
  /** The first rule set and the first project of each workspace, to which the limited tokens refer. */
  readonly first: { ruleSet: string; project: string }[] = [];

  members({ workspace }: Request): Map<number, Role> {
    return this.workspaces[workspace]?.members ?? new Map();
  }

  /** The person and the role to which a change of members refers. */
  memberAt({ target }: Request): { person: number; userId: string; role: Role } {
    const person = Math.floor(target / roles.length) % this.people.length;
    return { person, userId: this.people[person] ?? '', role: roles[target % roles.length] ?? 'viewer' };
  }

  /** The rule sets that a token sees. */
  ruleSetsFor({ workspace, token }: Request): RuleSet[] {
    return this.ruleSets.filter((one) => {
      if (!one.exists || one.workspace !== workspace || token === 'one project') return false;
      return token !== 'one rule set' || one.id === this.first[workspace]?.ruleSet;
    });
  }

  /** The projects that a token sees. */
  projectsFor({ workspace, token }: Request): Project[] {
    return this.projects.filter((one) => {
      if (!one.exists || one.workspace !== workspace) return false;
      if (token === 'one project') return one.id === this.first[workspace]?.project;
      return token !== 'one rule set' || one.ruleSet === this.first[workspace]?.ruleSet;
    });
  }

  ruleSetAt(request: Request): RuleSet | undefined {
    return chosen(this.ruleSets, request);
  }

  projectAt(request: Request): Project | undefined {
    return chosen(this.projects, request);
  }

  expected(request: Request): Expected {
    const { action, token, person } = request;
    const role = this.members(request).get(person);
    if (token === 'revoked' || role === undefined) return { status: 401, code: 'unauthenticated' };
    if (!anyScope[action].some((scope) => scopesOf(token).includes(scope))) return denied;
    if (!anyRole[action].includes(role)) return roleMissing;
    const ruleSet = this.ruleSetsFor(request).find(({ id }) => id === this.ruleSetAt(request)?.id);
    const project = this.projectsFor(request).find(({ id }) => id === this.projectAt(request)?.id);
    switch (action) {
      case 'create rule set':
        return token.startsWith('one ') ? denied : { status: 201 };
      case 'get rule set':
      case 'change rule set':
        return ruleSet ? ok : missing('politics_not_found');
      case 'delete rule set': {
        if (!ruleSet) return missing('politics_not_found');
        const used = this.projects.some((one) => one.exists && one.ruleSet === ruleSet.id);
        return used ? { status: 409, code: 'politics_in_use' } : ok;
      }
      case 'create project':
        return ruleSet ? { status: 201 } : missing('politics_not_found');
      case 'get project':
        return project ? ok : missing('project_not_found');
      case 'review':
      case 'assign':
        return missing(project ? 'finding_not_found' : 'project_not_found');
      case 'sign off':
        return missing(project ? 'run_not_found' : 'project_not_found');
      case 'change project':
      case 'start run':
      case 'delete project':
        if (!project) return missing('project_not_found');
        return project.deploying ? { status: 409, code: 'project_deploying' } : ok;
      case 'cancel run':
        if (!project) return missing('project_not_found');
        return project.deploying ? ok : { status: 409, code: 'project_not_deploying' };
      case 'list members':
        return token.startsWith('one ') ? denied : ok;
      case 'set role':
      case 'remove member':
        return this.#memberChange(request);
      case 'invite':
        return { status: 201 };
      default:
        return ok;
    }
  }

  /** A workspace always keeps an admin. */
  #memberChange(request: Request): Expected {
    const members = this.members(request);
    const { person, role } = this.memberAt(request);
    if (!members.has(person)) return missing('member_not_found');
    const staysAdmin = request.action === 'set role' && role === 'admin';
    const others = [...members].filter(([one, has]) => one !== person && has === 'admin');
    return staysAdmin || others.length > 0 ? ok : { status: 409, code: 'last_admin' };
  }

  /** Notes what a request that succeeded has changed. `made` is the id of a new record. */
  done(request: Request, made: string): void {
    const { person, workspace, action } = request;
    const ruleSet = this.ruleSetAt(request);
    const project = this.projectAt(request);
    const member = this.memberAt(request);
    const members = this.members(request);
    const record = (name: string, id: string | null | undefined) =>
      this.log[workspace]?.push({ action: name, id: id ?? null, by: this.people[person] ?? '' });
    switch (action) {
      case 'create rule set':
        this.ruleSets.push({ id: made, workspace, exists: true });
        record('politics.create', made);
        break;
      case 'change rule set':
        record('politics.update', ruleSet?.id);
        break;
      case 'delete rule set':
        if (ruleSet) ruleSet.exists = false;
        record('politics.delete', ruleSet?.id);
        break;
      case 'create project':
        this.projects.push({
          ...{ id: made, workspace, ruleSet: ruleSet?.id ?? '' },
          ...{ exists: true, deploying: false },
        });
        record('projects.create', made);
        break;
      case 'change project':
        record('projects.update', project?.id);
        break;
      case 'start run':
        if (project) project.deploying = true;
        record('runs.start', project?.id);
        break;
      case 'cancel run':
        if (project) project.deploying = false;
        record('projects.cancel', project?.id);
        break;
      case 'delete project':
        if (project) project.exists = false;
        record('projects.delete', project?.id);
        break;
      case 'rotate webhook key':
        record('notifications.rotateWebhookKey', 'https://example.org/… sha256 554ec998c37b');
        break;
      case 'set role':
        members.set(member.person, member.role);
        record('workspaces.setRole', member.userId);
        break;
      case 'remove member':
        members.delete(member.person);
        record('workspaces.removeMember', member.userId);
        break;
      case 'invite':
        // The person accepts the invitation at once. A member keeps the role.
        if (!members.has(member.person)) members.set(member.person, member.role);
        record('workspaces.invite', made);
        break;
    }
  }
}
