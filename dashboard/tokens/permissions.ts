import type { NewToken, Token } from '../service/service.ts';

/** The scopes that the page offers together. The API and `proviso token add` accept any combination. */
export const scopeOptions = [
  ['all', 'Everything'],
  ['write,run', 'Read, change and run checks'],
  ['run', 'Read and run checks'],
  ['write', 'Read and change'],
  ['read', 'Only read'],
  ['administer', 'Only administer'],
] as const;

const scopeHints: Record<string, string> = {
  all: 'Everything that you can do, apart from tokens, accounts and passwords.',
  'write,run': 'Create and change rule sets, projects and reviews, and start and cancel runs.',
  run: 'See everything, and start and cancel runs.',
  write: 'Create and change rule sets, projects and reviews, but start no runs.',
  read: 'See rule sets, projects and findings, and change nothing.',
  administer: 'Manage the keys of webhooks, and see no documents.',
};

export function scopeHint(choice: string): string {
  return scopeHints[choice] ?? '';
}

export const limitOptions = [
  ['none', 'All rule sets and projects'],
  ['politics', 'One rule set'],
  ['project', 'One project'],
] as const;

export function limitHint(choice: string): string {
  if (choice === 'politics') return 'That rule set, and the projects that use it.';
  return choice === 'project'
    ? 'That project, with its runs and findings.'
    : 'Those you have, and later ones.';
}

/** Reads the permissions that were chosen for a token. */
export function permissionsOf(scopes: string, limit: string, id: string): Pick<NewToken, 'scopes' | 'limit'> {
  const chosen = allScopes.filter((scope) => scopes.split(',').includes(scope));
  const kind = limitKinds.find((one) => one === limit);
  return {
    ...(chosen.length > 0 && { scopes: chosen }),
    ...(kind !== undefined && { limit: { kind, id: id.trim() } }),
  };
}

/** The permissions of a token, in a few words. */
export function permissionWords({ scopes, limit }: Token): string {
  const words =
    scopes.length === allScopes.length
      ? 'everything'
      : allScopes.filter((scope) => scopes.includes(scope)).join(', ');
  return limit === null ? words : `${words} in one ${limit.kind === 'project' ? 'project' : 'rule set'}`;
}

const allScopes = ['read', 'write', 'run', 'administer'] as const;
const limitKinds = ['politics', 'project'] as const;
