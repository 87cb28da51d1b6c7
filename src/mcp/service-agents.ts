import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Rule } from '../../engine/model/rule.ts';
import { problemOf } from '../api/problem.ts';
import type { Origin } from '../domain/audit.ts';
import { AppError, refuseInvalid } from '../domain/errors.ts';
import type { NewProjectFile } from '../domain/project.ts';
import { type Actor, requireRight } from '../domain/records/owned.ts';
import type { Right } from '../domain/records/rights.ts';
import { hasEnded, type Run } from '../domain/runs/run.ts';
import type { Services } from '../services/services.ts';
import type { AgentRun, AgentService, NewCheck, Sources } from './agent-service.ts';

/** Entries of a page of rule sets or runs. */
const pageSize = 25;
const runPattern = /^([0-9a-fA-F]{24})\.([0-9a-fA-F]{24})$/;
const projectPattern = /^[0-9a-fA-F]{24}$/;

type Caller = {
  services: Services;
  actor: Actor;
  requestId: string;
  /** Where the changes of the agent come from, for the audit log. */
  origin: Origin;
  /** Called with an error that is not the agent's. */
  onFailure: (error: unknown) => void;
};

/**
 * What agents can do with the records of one user. A run has the id `PROJECT.RUN`. A check creates a project, so that
 * people see it on the dashboard. Every function throws `scope_missing` if the token does not allow it.
 */
export function serviceAgents(caller: Caller): AgentService {
  const { services, actor, requestId, onFailure } = caller;
  const change = recorder(caller);

  const may = (right: Right) => requireRight(actor, right);

  return {
    fileWords:
      'http(s) links of documents: public links, or the URLs of files that were uploaded to this service. Files of your own machine cannot be read: send their text in texts, or upload them.',
    runWords: 'The check is stored as a project, which people see on the dashboard.',
    documentWords:
      'document is the Word file with the offered changes as tracked changes: download its url with the token within a day, or name the url in a check.',
    hasProjects: true,

    async ruleSets({ search, after }) {
      may('read');
      const found = await services.politics.list(actor, { page: 1, pageSize, search, after });
      const heads = found.items.map(({ _id, name, description, rules }) => ({
        ...{ id: _id, name, description },
        rules: rules.length,
      }));
      return { ...found, items: heads };
    },

    async ruleSet(id) {
      may('read');
      const { _id, name, description, rules } = await services.politics.get(actor, id);
      return { id: _id, name, description, rules };
    },

    async start(check) {
      may('run');
      if (check.project === undefined) may('write');
      const projectId = check.project ?? (await createProject(check, caller));
      const { runId } = await change('runs.start', 'project', () =>
        services.projects.update(actor, projectId, { status: 'deploying' }),
      );
      if (runId === null) throw new Error('a project that is being checked has no run');
      return `${projectId}.${runId}`;
    },

    async runs({ after }) {
      may('read');
      const found = await services.projects.list(actor, { page: 1, pageSize, after });
      const heads = found.items.map(({ _id, runId, name, status, updatedAt }) => ({
        id: runId === null ? null : `${_id}.${runId}`,
        project: _id,
        name,
        state: status === 'deploying' ? 'running' : status,
        changedAt: updatedAt,
      }));
      return { ...found, items: heads };
    },

    async run(id) {
      may('read');
      const { projectId, runId } = placeOf(id);
      const run = await services.runs.get(actor, projectId, runId);
      const { name } = await services.projects.get(actor, projectId);
      return runOf(id, name, run);
    },

    async cancel(id) {
      may('run');
      const { projectId, runId } = placeOf(id);
      const run = await services.runs.get(actor, projectId, runId);
      const project = await services.projects.get(actor, projectId);
      if (hasEnded(run) || project.runId !== run._id) return;
      const canceled = change('projects.cancel', 'project', () => services.projects.cancel(actor, projectId));
      await canceled.catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'project_not_deploying')) throw error;
      });
    },

    async findings(run, query) {
      may('read');
      const place = placeOf(run);
      const found = await services.findings.list(actor, { ...place, page: 1, ...query });
      return { ...found, runId: place.runId };
    },

    async finding(run, id) {
      may('read');
      const { projectId, runId } = placeOf(run);
      // The run is read first: findings are only read from runs of the user.
      await services.runs.get(actor, projectId, runId);
      const found = (await services.findings.some(actor, projectId, runId, [id])).get(id);
      if (found === undefined) throw new AppError('finding_not_found', `run ${run} has no finding ${id}`);
      return found;
    },

    async citedText(run, { finding, list, index }) {
      may('read');
      return services.citedTexts.get(actor, { ...placeOf(run), findingId: finding, list, index });
    },

    async redline(run, query, signal) {
      may('run');
      return services.redlines.of(actor, placeOf(run), query, signal);
    },

    async verify(citations, sources, signal) {
      may('read');
      return services.verifications.of(actor, { citations, sources: filesOf(sources) }, signal);
    },

    async lint(rules, signal) {
      may('read');
      return services.politics.lint(actor, rules, signal);
    },

    failureOf(error) {
      const { code, detail, status } = problemOf(error, requestId);
      if (status >= 500) onFailure(error);
      return { code, message: detail };
    },
  };
}

/** Returns a function that makes a change and records it in the audit log. */
function recorder({ services, actor, origin }: Caller) {
  return <Value extends { _id: string }>(action: string, kind: string, work: () => Promise<Value>) =>
    services.audit.during({ action, origin, ownerId: actor.workspaceId }, work, ({ _id: id }) => ({
      outcome: 'done',
      record: { kind, id },
    }));
}

async function createProject(check: NewCheck, caller: Caller): Promise<string> {
  const { services, actor } = caller;
  const { name = 'Check by an agent', ruleSet, rules, scope } = check;
  const politicsId = ruleSet ?? (await ruleSetOf(name, rules ?? [], caller));
  const description = 'Started by an agent over the Model Context Protocol.';
  const input = { name, description, politicsId, files: filesOf(check), scope };
  const change = recorder(caller);
  return (await change('projects.create', 'project', () => services.projects.create(actor, input)))._id;
}

/** The rule set with these rules. The same rules are stored once, unless somebody has changed them since. */
async function ruleSetOf(name: string, rules: readonly Rule[], caller: Caller): Promise<string> {
  const { services, actor } = caller;
  const change = recorder(caller);
  const input = { name: `${name}: rules`, description: 'Rules that an agent wrote.', rules: [...rules] };
  const digest = createHash('sha256')
    .update(JSON.stringify([actor.workspaceId, rules]))
    .digest('hex');
  const recordId = digest.slice(0, 24);
  const stored =
    (await found(() => services.politics.get(actor, recordId))) ??
    (await change('politics.create', 'politics', () => services.politics.create(actor, input, { recordId })));
  if (isDeepStrictEqual(stored.rules, input.rules)) return stored._id;
  return (await change('politics.create', 'politics', () => services.politics.create(actor, input)))._id;
}

/** The rule set, or null if there is none. */
async function found<Value>(read: () => Promise<Value>): Promise<Value | null> {
  return read().catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'politics_not_found') return null;
    throw error;
  });
}

/** Throws `validation_failed` for a file that is not a link. */
function filesOf({ files, texts }: Sources): NewProjectFile[] {
  refuseInvalid(
    files.flatMap((file, index) =>
      /^https?:\/\//i.test(file) && URL.canParse(file)
        ? []
        : [
            {
              path: `files[${index}]`,
              message: 'must be an http(s) link: send the text of a local file in texts, or upload it',
            },
          ],
    ),
  );
  return [
    ...files.map((url) => ({ name: nameIn(url), type: 'document' as const, url })),
    ...texts.map(({ name, text }) => ({ name, type: 'text' as const, content: text })),
  ];
}

/** The last part of the path of a link, decoded, or its host. */
function nameIn(url: string): string {
  const { pathname, host } = new URL(url);
  const last = pathname.split('/').findLast((part) => part !== '');
  if (last === undefined) return host;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Throws `validation_failed` for an id that no tool has returned. */
function placeOf(run: string): { projectId: string; runId: string } {
  const [, projectId, runId] = runPattern.exec(run) ?? [];
  if (projectId !== undefined && runId !== undefined)
    return { projectId: projectId.toLowerCase(), runId: runId.toLowerCase() };
  const message = projectPattern.test(run)
    ? 'is the id of a project: use the field run of list_runs'
    : 'is not the id of a run, such as check returns';
  throw new AppError('validation_failed', `run ${message}`, { errors: [{ path: 'run', message }] });
}

function runOf(id: string, name: string, run: Run): AgentRun {
  const { files, rules, percent, stage } = run.progress;
  const state = run.state === 'queued' || run.state === 'retrying' ? 'running' : run.state;
  return {
    id,
    name,
    state,
    percent,
    doing: `${stage}: ${files.done} of ${files.total ?? '?'} files, ${rules.done} of ${rules.total ?? '?'} answers`,
    error: run.state === 'failed' || run.state === 'retrying' ? run.lastError : null,
    result: run.result,
  };
}
