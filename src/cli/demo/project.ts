import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client, ProjectView } from '../../client/index.ts';
import { readRules } from '../rules/read.ts';

type Parts = { client: Client; samples: string; tell: (line: string) => void; signal: AbortSignal };

const betweenPollsMs = 150;

/** Uploads the samples, creates a rule set and a project with them, starts a run, and waits until the run has ended. */
export async function runProject({ client, samples, tell, signal }: Parts): Promise<ProjectView> {
  const upload = async (name: string) => {
    const file = await client.files.upload(new Uint8Array(await readFile(join(samples, name))), name);
    tell(`  POST /v1/files            ${name}, ${Math.ceil(file.size / 1024)} kB`);
    return { name, url: file.url };
  };
  const policy = await upload('policy.pdf');
  const inputs = [await upload('agreement.pdf'), await upload('annex-b.docx')];

  const { rules, outputFormat } = await readRules(join(samples, 'rules.yaml'));
  const politics = await client.politics.create.mutate({
    name: 'Buying hosted services',
    description: 'What an agreement with a supplier of hosted services must say.',
    rules,
    knowledgeFiles: [{ ...policy, type: 'pdf' }],
    ...(outputFormat && { outputFormat }),
  });
  tell(`  POST /v1/politics         ${rules.length} rules, based on ${policy.name}`);

  const project = await client.projects.create.mutate({
    name: 'Sample agreement',
    description: 'An agreement and its annex.',
    politicsId: politics.data._id,
    files: inputs.map((file) => ({ ...file, type: 'document' })),
  });
  const { _id: id } = project.data;
  tell(`  POST /v1/projects         ${inputs.map(({ name }) => name).join(', ')}`);
  await client.projects.update.mutate({ id, status: 'deploying' });
  tell('  PUT /v1/projects/{id}     {"status": "deploying"}');
  return ended(client, id, tell, signal);
}

async function ended(
  client: Client,
  id: string,
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<ProjectView> {
  for (let shown = -1; ; await wait(betweenPollsMs, undefined, { signal })) {
    const { data } = await client.projects.get.query({ id });
    const percent = data.progress?.percent ?? 0;
    if (percent !== shown) tell(`  GET /v1/projects/{id}     ${data.status}, ${percent}%`);
    if (data.status !== 'deploying') return data;
    shown = percent;
  }
}
