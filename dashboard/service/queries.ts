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

/** The entries of a whole list that contain a text, without those of trials. The earlier ones stay until the next arrive. */
function readList<Entry extends { description: string }>(
  name: string,
  search: string,
  list: (asked: { pageSize: number; search?: string; after?: string }, how: How) => Promise<Listed<Entry>>,
) {
  return queryOptions({
    queryKey: [name, 'list', search],
    queryFn: async ({ signal }) => {
      const all = await everyPage<Entry>((after) =>
        list({ pageSize, ...(search && { search }), ...after }, { signal }),
      );
      return all.filter(({ description }) => description !== trialMark);
    },
    placeholderData: keepPreviousData,
  });
}

/** Asks for a record, and returns it with its ETag. */
async function withTag<Data>(
  ask: (how: { context: { etag?: string } }) => Promise<{ data: Data }>,
): Promise<{ data: Data; tag: string }> {
  const context: { etag?: string } = {};
  const { data } = await ask({ context });
  return { data, tag: context.etag ?? '*' };
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
    readList<RuleSet>('rule-sets', search, (asked, how) => service.ruleSets.list.query(asked, how)),

  ruleSet: (service: Service, id: string) =>
    read(['rule-sets', 'one', id], ({ signal }) => readRuleSet(service, id, signal)),

  projects: (service: Service, search = '') =>
    readList<Project>('projects', search, (asked, how) => service.projects.list.query(asked, how)),

  project: (service: Service, id: string) =>
    readData(['projects', id], (how) => service.projects.get.query({ id }, how)),

  taggedProject: (service: Service, id: string) =>
    queryOptions({
      queryKey: ['projects', id, 'tagged'],
      queryFn: async ({ signal }): Promise<TaggedProject> => {
        const { data, tag } = await withTag((how) => service.projects.get.query({ id }, { ...how, signal }));
        return { project: data, tag };
      },
      gcTime: 0,
      staleTime: 0,
    }),

  run: (service: Service, projectId: string, runId: string) =>
    readData(['projects', projectId, 'runs', runId], (how) =>
      service.runs.get.query({ id: projectId, runId }, how),
    ),

  /** The findings of a run, or of one of its rules. */
  findings: (service: Service, projectId: string, runId: string, ruleKey?: string) =>
    read(['projects', projectId, 'runs', runId, 'findings', ruleKey ?? ''], (how) => {
      const asked = { id: projectId, runId, pageSize, ...(ruleKey !== undefined && { ruleKey }) };
      return everyPage<Finding>((after) => service.findings.list.query({ ...asked, ...after }, how));
    }),

  /** The state of the review of a run, with its ETag: a sign-off sends the tag, so that it covers what was shown. */
  runReview: (service: Service, projectId: string, runId: string) =>
    read(['projects', projectId, 'runs', runId, 'review'], async ({ signal }) => {
      const asked = { id: projectId, runId };
      const { data, tag } = await withTag((how) => service.runs.getSignOff.query(asked, { ...how, signal }));
      return { state: data, tag };
    }),

  overview: (service: Service) =>
    read(['projects', 'overview'], async (how) => {
      const { data, total, assigned } = await service.projects.overview.query({}, how);
      return { entries: data.filter(({ project }) => project.description !== trialMark), total, assigned };
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
  const { data, tag } = await withTag((how) =>
    service.ruleSets.get.query({ id }, { ...how, ...(signal && { signal }) }),
  );
  return { ruleSet: data, tag };
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
