import { Readable } from 'node:stream';
import type { Finding } from '../../../engine/model/finding.ts';
import type { Rule } from '../../../engine/model/rule.ts';
import type { RunningServer } from '../../../src/compose/app.ts';
import type { Actor } from '../../../src/domain/records/owned.ts';
import { waitUntil } from '../wait.ts';

export type CheckedRun = {
  /** The path of the page of the run. */
  path: string;
  projectId: string;
  runId: string;
  findings: Finding[];
};

type Check = {
  rules: readonly Rule[];
  /** The bytes of the files, by file name. */
  files: Record<string, Uint8Array>;
  knowledge?: Record<string, Uint8Array>;
  scope?: 'together' | 'each';
};

/** Uploads files, checks them, and waits for the end of the run. */
export async function checkedRun(
  { services }: Pick<RunningServer, 'services'>,
  actor: Actor,
  { rules, files, knowledge = {}, scope = 'together' }: Check,
): Promise<CheckedRun> {
  const { politics, projects, uploads, findings } = services;
  const uploaded = async (all: Record<string, Uint8Array>) => {
    const urls: { name: string; url: string }[] = [];
    for (const [name, bytes] of Object.entries(all)) {
      urls.push({ name, url: (await uploads.put(actor, { name, body: Readable.from([bytes]) })).url });
    }
    return urls;
  };
  const named = { name: 'Checked', description: 'd' };
  const knowledgeFiles = (await uploaded(knowledge)).map((file) => ({ ...file, type: 'pdf' as const }));
  const set = await politics.create(actor, { ...named, rules: [...rules], knowledgeFiles });
  const inputs = (await uploaded(files)).map((file) => ({ ...file, type: 'document' as const }));
  const { _id } = await projects.create(actor, { ...named, politicsId: set._id, files: inputs, scope });
  const { runId } = await projects.update(actor, _id, { status: 'deploying' });
  const hasEnded = async () => (await projects.view(actor, _id)).project.status !== 'deploying';
  await waitUntil(hasEnded, { upTo: 110_000 });
  const all: Finding[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const step = await findings.list(actor, {
      ...{ projectId: _id, page: 1, pageSize: 100 },
      ...(after !== undefined && { after }),
    });
    all.push(...step.items);
    after = step.nextCursor;
  }
  return { path: `/projects/${_id}/runs/${runId}`, projectId: _id, runId: runId ?? '', findings: all };
}
