import type { ChosenFile } from '../../check/inputs.ts';
import { failureOf } from '../../service/failure.ts';
import { trialMark } from '../../service/queries.ts';
import type { Finding, Rule, RuleSet, Service } from '../../service/service.ts';

export type Trial = {
  rule: Rule;
  knowledgeFiles: RuleSet['knowledgeFiles'];
  files: readonly ChosenFile[];
};

/** The findings of a trial, and the files that could not be read. */
export type TrialResult = { findings: Finding[]; unread: { name: string; message: string }[] };

/** A trial that a closed page left behind is removed by the next trial once it is this old, in ms. */
const abandonedAfterMs = 10 * 60_000;

/**
 * Checks files against one rule in a real run, and removes the run and everything that it needed as soon as its
 * findings are read. `onStep` is called at each step with a text to show. If `signal` is aborted, the run is canceled
 * and removed.
 */
export async function tryRule(
  service: Service,
  { rule, knowledgeFiles, files }: Trial,
  onStep: (words: string) => void,
  signal: AbortSignal,
): Promise<TrialResult> {
  await removeTrials(service, ({ createdAt }) => Date.now() - Date.parse(createdAt) > abandonedAfterMs);
  const uploaded = [];
  for (const { file, name } of files) {
    onStep(`Uploading ${name}`);
    const { url } = await service.files.upload(file, file.name);
    uploaded.push({ type: 'document' as const, name, url });
    signal.throwIfAborted();
  }
  const name = `Trial of ${rule.name}`.slice(0, 200);
  const texts = { name, description: trialMark };
  const { data: ruleSet } = await service.ruleSets.create.mutate({ ...texts, rules: [rule], knowledgeFiles });
  let project: string | null = null;
  try {
    const { data } = await service.projects.create.mutate({
      ...{ ...texts, politicsId: ruleSet._id, files: uploaded },
    });
    project = data._id;
    onStep('Checking');
    await service.projects.update.mutate({ id: project, status: 'deploying' });
    return await resultOf(service, project, signal);
  } finally {
    if (project !== null) await removeProject(service, project);
    await service.ruleSets.delete.mutate({ id: ruleSet._id });
  }
}

async function resultOf(service: Service, id: string, signal: AbortSignal): Promise<TrialResult> {
  for await (const _ of service.events.follow(id, { signal }));
  signal.throwIfAborted();
  const { data } = await service.projects.get.query({ id });
  const { data: findings } = await service.findings.list.query({ id, pageSize: 100 });
  const unread = data.result?.files.filter((file) => file.status === 'failed');
  return { findings, unread: unread ?? [] };
}

async function removeProject(service: Service, id: string): Promise<void> {
  try {
    await service.projects.delete.mutate({ id });
  } catch (error) {
    if (failureOf(error).code !== 'project_deploying') throw error;
    await service.projects.cancel.mutate({ id });
    await service.projects.delete.mutate({ id });
  }
}

/** Removes those trials of the user that `isOld` selects: their projects and their rule sets. */
async function removeTrials(service: Service, isOld: (record: { createdAt: string }) => boolean) {
  const query = { search: trialMark, pageSize: 100 };
  const { data: projects } = await service.projects.list.query(query);
  for (const project of projects) if (isOld(project)) await removeProject(service, project._id);
  const { data: ruleSets } = await service.ruleSets.list.query(query);
  for (const ruleSet of ruleSets) {
    if (isOld(ruleSet)) await service.ruleSets.delete.mutate({ id: ruleSet._id });
  }
}
