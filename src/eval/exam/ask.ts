import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  analyze,
  defaultLimits,
  estimateRun,
  type Job,
  keyRules,
  type Ports,
} from '../../../engine/index.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import type { Effort } from '../../../engine/model/usage.ts';
import type { ExamPair } from './pairs.ts';

/**
 * Checks both documents of a pair, and returns their findings in the order of the documents. Throws the signal's reason
 * when it is aborted.
 */
export function askPair(pair: ExamPair, ports: Ports, signal: AbortSignal): Promise<Finding[]> {
  return withJobs(pair, async (job) => {
    const { findings } = await analyze(job, ports, { signal, onEvent: () => {} });
    const [finding] = findings;
    if (!finding) throw new Error(`the exam's pair ${pair.id} got no finding`);
    return finding;
  });
}

/** The estimated usage of a model that checks both documents of a pair. It calls no model. */
export async function effortOfPair(pair: ExamPair, ports: Ports, signal: AbortSignal): Promise<Effort[]> {
  return withJobs(pair, async (job) => (await estimateRun(job, ports, { signal })).least);
}

/** Writes the documents of a pair to a folder and does something with the job for each document. */
async function withJobs<Value>(pair: ExamPair, use: (job: Job) => Promise<Value>): Promise<Value[]> {
  const folder = await mkdtemp(join(tmpdir(), 'proviso-exam-'));
  try {
    return await Promise.all(pair.twins.map(async (twin) => use(await jobOf(pair, twin, folder))));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function jobOf(
  { id, rule }: ExamPair,
  { files }: ExamPair['twins'][number],
  folder: string,
): Promise<Job> {
  for (const { name, bytes } of files) await writeFile(join(folder, name), bytes);
  return {
    runId: id.padEnd(24, '0'),
    rules: keyRules([rule]),
    knowledge: [],
    inputs: files.map(({ name }) => ({ name, ref: join(folder, name), linkBase: name })),
    scope: 'together',
    outputFormat: null,
    limits: defaultLimits,
    earlier: [],
  };
}
