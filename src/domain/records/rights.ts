export const rights = ['read', 'review', 'write', 'run', 'administer'] as const;

/**
 * What a request can need: to see records; to review findings and sign off runs; to create, change and delete rule sets,
 * projects and files; to start and cancel runs; to read the audit log and manage the keys of webhooks.
 */
export type Right = (typeof rights)[number];

export const tokenScopes = ['read', 'write', 'run', 'administer'] as const;

/** What a token may do. `write` and `run` include `read`, because their responses contain the record. */
export type TokenScope = (typeof tokenScopes)[number];

/** The one rule set or project to which a token is limited. A rule set includes the projects that use it. */
export type RecordLimit = { kind: 'politics' | 'project'; id: string };

const scopesWith: Record<Right, readonly TokenScope[]> = {
  read: ['read', 'write', 'run'],
  review: ['write'],
  write: ['write'],
  run: ['run'],
  administer: ['administer'],
};

/** The scope that a token needs for a right; null if one of its scopes includes the right. */
export function missingScope(scopes: readonly TokenScope[], right: Right): TokenScope | null {
  const [usual = 'administer', ...others] = scopesWith[right];
  return [usual, ...others].some((scope) => scopes.includes(scope)) ? null : usual;
}
