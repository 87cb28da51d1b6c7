import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ProvisoError } from '../../../engine/model/errors.ts';
import { type Result, resultSchema } from '../../../engine/model/result.ts';
import { type Client, createClient, problemOf } from '../../client/index.ts';
import type { EvalCase } from '../cases/read-cases.ts';
import type { RunCase } from './run-case.ts';

const betweenPollsMs = 250;
const findingsAtOnce = 100;

/**
 * Runs cases in a running service through its typed client. For each case, a rule set and a project are created, and
 * both are deleted afterwards. Throws an error with the code `service_failed` and the message of the service.
 */
export function inService(address: { url: string; token: string }): RunCase {
  const client = createClient(address);
  return async (one, repeat, signal) => {
    const startedAt = performance.now();
    try {
      const result = await runThere(client, one, repeat, signal);
      return { result, ms: Math.round(performance.now() - startedAt) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ProvisoError) throw error;
      const why = problemOf(error)?.detail ?? (error instanceof Error ? error.message : String(error));
      throw new ProvisoError('service_failed', `The service at ${address.url} could not run a case: ${why}`, {
        cause: error,
      });
    }
  };
}

async function runThere(client: Client, one: EvalCase, repeat: number, signal: AbortSignal): Promise<Result> {
  const upload = async (path: string): Promise<{ name: string; url: string }> => {
    const { url } = await client.files.upload(new Uint8Array(await readFile(path)), basename(path));
    return { name: basename(path), url };
  };
  const named = { name: `evaluation ${one.id} ${repeat}`, description: one.name };
  const knowledgeFiles = [];
  for (const path of one.knowledge) {
    const type = extname(path).toLowerCase() === '.pdf' ? ('pdf' as const) : ('word' as const);
    knowledgeFiles.push({ ...(await upload(path)), type });
  }
  const politics = await client.politics.create.mutate({ ...named, rules: one.rules, knowledgeFiles });
  try {
    const files = [];
    for (const path of one.documents) files.push({ ...(await upload(path)), type: 'document' as const });
    const { data } = await client.projects.create.mutate({
      ...named,
      politicsId: politics.data._id,
      files,
      scope: one.scope,
    });
    try {
      await client.projects.update.mutate({ id: data._id, status: 'deploying' });
      return await resultOf(client, data._id, signal);
    } finally {
      await ended(client, data._id).then(() => client.projects.delete.mutate({ id: data._id }));
    }
  } finally {
    await client.politics.delete.mutate({ id: politics.data._id });
  }
}

async function resultOf(client: Client, id: string, signal: AbortSignal): Promise<Result> {
  for (;;) {
    const { data } = await client.projects.get.query({ id });
    if (data.status === 'deploying') {
      await wait(betweenPollsMs, undefined, { signal });
      continue;
    }
    if (data.result === null) {
      const why = data.progress?.lastError?.message ?? `it ended ${data.status}`;
      throw new ProvisoError('service_failed', `A run of the service has no result: ${why}`);
    }
    return { ...resultSchema.parse(data.result), findings: await allFindings(client, id) };
  }
}

async function allFindings(client: Client, id: string): Promise<Result['findings']> {
  const findings: Result['findings'] = [];
  for (let after: { after?: string } = {}; ; ) {
    const found = await client.findings.list.query({ id, ...after, pageSize: findingsAtOnce });
    findings.push(...resultSchema.shape.findings.parse(found.data));
    if (found.nextCursor === null) return findings;
    after = { after: found.nextCursor };
  }
}

/** Cancels the run if it is still active, because a project with an active run cannot be deleted. */
async function ended(client: Client, id: string): Promise<void> {
  const { data } = await client.projects.get.query({ id });
  if (data.status === 'deploying') await client.projects.cancel.mutate({ id });
}
