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

/** The requests of the pages, each with the key under which its result is cached. */
export const queries = {
  sessions: (service: Service) =>
    queryOptions({
      queryKey: ['account', 'sessions'],
      queryFn: ({ signal }) => service.account.sessions.query(undefined, { signal }),
    }),

  people: (service: Service) =>
    queryOptions({
      queryKey: ['people', 'list'],
      queryFn: ({ signal }) => service.people.list.query(undefined, { signal }),
    }),

  usage: (service: Service, id: string) =>
    queryOptions({
      queryKey: ['people', id, 'usage'],
      queryFn: ({ signal }) => service.people.usage.query({ id }, { signal }),
    }),

  belongings: (service: Service, id: string) =>
    queryOptions({
      queryKey: ['people', id, 'belongings'],
      queryFn: ({ signal }) => service.people.belongings.query({ id }, { signal }),
    }),

  members: (service: Service, id: string) =>
    queryOptions({
      queryKey: ['workspaces', id, 'members'],
      queryFn: async ({ signal }) => (await service.workspaces.members.query({ id }, { signal })).data,
    }),

  workspaceInvitations: (service: Service, id: string) =>
    queryOptions({
      queryKey: ['workspaces', id, 'invitations'],
      queryFn: async ({ signal }) => (await service.workspaces.invitations.query({ id }, { signal })).data,
    }),

  workspaceBudget: (service: Service, id: string) =>
    queryOptions({
      queryKey: ['workspaces', id, 'budget'],
      queryFn: async ({ signal }) => (await service.workspaces.budget.query({ id }, { signal })).data,
    }),

  offer: (service: Service, secret: string) =>
    queryOptions({
      queryKey: ['workspaces', 'offer', secret],
      queryFn: ({ signal }) => service.workspaces.offer.query({ secret }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),

  ownUsage: (service: Service) =>
    queryOptions({
      queryKey: ['usage'],
      queryFn: async ({ signal }) => (await service.usage.get.query({}, { signal })).data,
    }),

  rulesForPeople: (service: Service) =>
    queryOptions({
      queryKey: ['people', 'rules'],
      queryFn: ({ signal }) => service.people.rules.query(undefined, { signal }),
    }),

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
    queryOptions({
      queryKey: ['projects', id],
      queryFn: async ({ signal }) => (await service.projects.get.query({ id }, { signal })).data,
    }),

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
    queryOptions({
      queryKey: ['projects', projectId, 'runs', runId],
      queryFn: async ({ signal }) =>
        (await service.runs.get.query({ id: projectId, runId }, { signal })).data,
    }),

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
