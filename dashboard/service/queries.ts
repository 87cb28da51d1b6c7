import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Finding, Project, ProjectView, RuleSet, RunDiff, Service } from './service.ts';

const pageSize = 100;

/**
 * A rule set with its ETag. The next change sends the tag as `If-Match`, so that no change of another editor is lost.
 */
export type TaggedRuleSet = { ruleSet: RuleSet; tag: string };
/** A project and its ETag. */
export type TaggedProject = { project: ProjectView; tag: string };

/**
 * The description of the project and the rule set of a trial of one rule, which exist while the trial runs. Lists leave
 * them out.
 */
export const trialMark = 'A trial of one rule. Proviso removes it when the trial ends.';

type How = { signal: AbortSignal };

/** A request whose answer is cached under the key. */
function read<const Key extends readonly string[], Answer>(
  queryKey: Key,
  ask: (how: How) => Promise<Answer>,
) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => ask({ signal }) });
}

/** The same for a request that wraps its answer in `data`. */
function readData<const Key extends readonly string[], Answer>(
  queryKey: Key,
  ask: (how: How) => Promise<{ data: Answer }>,
) {
  return read(queryKey, async (how) => (await ask(how)).data);
}

/** The requests of the pages, each with the key under which its result is cached. */
export const queries = {
  sessions: (service: Service) =>
    read(['account', 'sessions'], (how) => service.account.sessions.query(undefined, how)),

  /** Fetched again whenever the person returns to the page, because a program may have used a token. */
  tokens: (service: Service) =>
    queryOptions({
      queryKey: ['account', 'tokens'],
      queryFn: ({ signal }) => service.tokens.list.query(undefined, { signal }),
      staleTime: 0,
    }),

  people: (service: Service) => read(['people', 'list'], (how) => service.people.list.query(undefined, how)),

  usage: (service: Service, id: string) =>
    read(['people', id, 'usage'], (how) => service.people.usage.query({ id }, how)),

  belongings: (service: Service, id: string) =>
    read(['people', id, 'belongings'], (how) => service.people.belongings.query({ id }, how)),

  members: (service: Service, id: string) =>
    readData(['workspaces', id, 'members'], (how) => service.workspaces.members.query({ id }, how)),

  workspaceInvitations: (service: Service, id: string) =>
    readData(['workspaces', id, 'invitations'], (how) => service.workspaces.invitations.query({ id }, how)),

  workspaceBudget: (service: Service, id: string) =>
    readData(['workspaces', id, 'budget'], (how) => service.workspaces.budget.query({ id }, how)),

  offer: (service: Service, secret: string) =>
    queryOptions({
      queryKey: ['workspaces', 'offer', secret],
      queryFn: ({ signal }) => service.workspaces.offer.query({ secret }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),

  ownUsage: (service: Service) => readData(['usage'], (how) => service.usage.get.query({}, how)),

  rulesForPeople: (service: Service) =>
    read(['people', 'rules'], (how) => service.people.rules.query(undefined, how)),

  ruleSets: (service: Service, search = '') =>
    queryOptions({
      queryKey: ['rule-sets', 'list', search],
      queryFn: async ({ signal }) =>
        withoutTrials(
          await everyPage<RuleSet>((after) =>
            service.ruleSets.list.query({ pageSize, ...(search && { search }), ...after }, { signal }),
          ),
        ),
      placeholderData: keepPreviousData,
    }),

  ruleSet: (service: Service, id: string) =>
    queryOptions({
      queryKey: ['rule-sets', 'one', id],
      queryFn: ({ signal }) => readRuleSet(service, id, signal),
    }),

  projects: (service: Service, search = '') =>
    queryOptions({
      queryKey: ['projects', 'list', search],
      queryFn: async ({ signal }) =>
        withoutTrials(
          await everyPage<Project>((after) =>
            service.projects.list.query({ pageSize, ...(search && { search }), ...after }, { signal }),
          ),
        ),
      placeholderData: keepPreviousData,
    }),

  project: (service: Service, id: string) =>
    readData(['projects', id], (how) => service.projects.get.query({ id }, how)),

  taggedProject: (service: Service, id: string) =>
    queryOptions({
      queryKey: ['projects', id, 'tagged'],
      queryFn: async ({ signal }): Promise<TaggedProject> => {
        const context: { etag?: string } = {};
        const { data } = await service.projects.get.query({ id }, { context, signal });
        return { project: data, tag: context.etag ?? '*' };
      },
      gcTime: 0,
      staleTime: 0,
    }),

  run: (service: Service, projectId: string, runId: string) =>
    readData(['projects', projectId, 'runs', runId], (how) =>
      service.runs.get.query({ id: projectId, runId }, how),
    ),

  findings: (service: Service, projectId: string, runId: string) =>
    queryOptions({
      queryKey: ['projects', projectId, 'runs', runId, 'findings'],
      queryFn: ({ signal }) =>
        everyPage<Finding>((after) =>
          service.findings.list.query({ id: projectId, runId, pageSize, ...after }, { signal }),
        ),
    }),

  /** The state of the review of a run, with its ETag: a sign-off sends the tag, so that it covers what was shown. */
  runReview: (service: Service, projectId: string, runId: string) =>
    queryOptions({
      queryKey: ['projects', projectId, 'runs', runId, 'review'],
      queryFn: async ({ signal }) => {
        const context: { etag?: string } = {};
        const { data } = await service.runs.getSignOff.query({ id: projectId, runId }, { context, signal });
        return { state: data, tag: context.etag ?? '*' };
      },
    }),

  overview: (service: Service) =>
    queryOptions({
      queryKey: ['projects', 'overview'],
      queryFn: async ({ signal }) => {
        const { data, total, assigned } = await service.projects.overview.query({}, { signal });
        return { entries: data.filter(({ project }) => project.description !== trialMark), total, assigned };
      },
    }),

  changes: (service: Service, projectId: string, runId: string, against?: string) =>
    queryOptions({
      queryKey: ['projects', projectId, 'runs', runId, 'changes', against],
      queryFn: ({ signal }) =>
        readChanges(service, { id: projectId, runId, ...(against && { against }) }, signal),
    }),
};

export type Difference = RunDiff['differences'][number];

async function readChanges(
  service: Service,
  asked: { id: string; runId: string; against?: string },
  signal: AbortSignal,
): Promise<RunDiff> {
  const { data } = await service.runs.diff.query(asked, { signal });
  const differences = [...data.differences];
  for (let after = data.nextCursor; after !== null; ) {
    const { data: next } = await service.runs.diff.query({ ...asked, after }, { signal });
    differences.push(...next.differences);
    after = next.nextCursor;
  }
  return { ...data, differences, nextCursor: null };
}

export async function readRuleSet(
  service: Service,
  id: string,
  signal?: AbortSignal,
): Promise<TaggedRuleSet> {
  const context: { etag?: string } = {};
  const { data } = await service.ruleSets.get.query({ id }, { context, ...(signal && { signal }) });
  return { ruleSet: data, tag: context.etag ?? '*' };
}

function withoutTrials<Entry extends { description: string }>(entries: Entry[]): Entry[] {
  return entries.filter(({ description }) => description !== trialMark);
}

type Listed<Entry> = { data: Entry[]; nextCursor: string | null };

/** Fetches all entries of a list, one page after another. */
async function everyPage<Entry>(
  read: (after: { after?: string }) => Promise<Listed<Entry>>,
): Promise<Entry[]> {
  const { data, nextCursor } = await read({});
  const all = [...data];
  for (let next = nextCursor; next !== null; ) {
    const page = await read({ after: next });
    all.push(...page.data);
    next = page.nextCursor;
  }
  return all;
}
