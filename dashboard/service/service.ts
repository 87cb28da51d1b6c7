import {
  createClient,
  type Finding,
  type Outputs,
  type Politics,
  type Project,
  type ProjectView,
  type Run,
  type Token,
} from '../../src/client/index.ts';

export type { Finding, Project, ProjectView, Run, Token };
export type Citation = Finding['citations'][number];
export type Visitor = Outputs['account']['me'];
export type SignUp = Visitor['signUp'];
export type User = NonNullable<Visitor['user']>;
export type OpenSession = Outputs['account']['sessions'][number];
export type Person = Outputs['people']['list'][number];
export type Belongings = Outputs['people']['belongings'];
export type Invitation = Outputs['people']['inviteAgain'];
/** A new token with its secret, which the service returns only once. */
export type FreshToken = Outputs['tokens']['create'];
export type NewToken = Parameters<ReturnType<typeof createClient>['tokens']['create']['mutate']>[0];

export type MonthlyUsage = Outputs['usage']['get']['data'];
export type AuditEntry = Outputs['audit']['list']['data'][number];

export type Workspace = Outputs['workspaces']['list']['data'][number];
export type Member = Outputs['workspaces']['members']['data'][number];
/** What an invitation offers, with the secret of its link. */
export type Offer = Outputs['workspaces']['offer'] & { secret: string };
export type WorkspaceInvited = Outputs['workspaces']['invite']['data'];

/** The API calls a rule set "politics". */
export type RuleSet = Politics;
export type Rule = RuleSet['rules'][number];
/** A problem of a rule that makes it hard to check. */
export type LintProblem = Outputs['politics']['lint']['data']['problems'][number];
/** The rules found in documents, and the sentences left out. */
export type ExtractedRules = Outputs['politics']['extract']['data'];
export type TextPart = Outputs['findings']['text']['data'];
export type RunDiff = Outputs['runs']['diff']['data'];
export type RunRedline = Outputs['runs']['redline']['data'];
/** The state of the review of a run, and its sign-off. */
export type RunReview = Outputs['runs']['getSignOff']['data'];
export type AssignedCount = Outputs['projects']['overview']['assigned'][number];
export type OverviewEntry = Outputs['projects']['overview']['data'][number];

/**
 * The calls of the page to the server that it came from. The browser's session cookie identifies the user, who acts in
 * `workspace`, or in the own one if it is left out.
 */
export function connect(origin: string, workspace?: string) {
  const { politics, ...calls } = createClient({ url: origin, workspace });
  return { origin, ruleSets: politics, ...calls };
}

export type Service = ReturnType<typeof connect>;
