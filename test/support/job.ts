import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AnalysisEvent,
  analyze,
  createWordsChecker,
  defaultLimits,
  type Job,
  keyRules,
  type Ports,
} from '../../engine/index.ts';
import { inMemorySourceCache, openLocalFile } from '../../engine/load/local-files.ts';
import type { Result } from '../../engine/model/result.ts';
import type { Rule } from '../../engine/model/rule.ts';

type Files = Record<string, string | Uint8Array>;

/** Writes files into a new folder; `dispose` removes the folder. */
export async function folderWith(files: Files): Promise<{ path: string; dispose: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'proviso-test-'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(path, name), content);
  return { path, dispose: () => rm(path, { recursive: true, force: true }) };
}

export function testPorts(): Ports {
  return {
    openSource: openLocalFile,
    sourceCache: inMemorySourceCache(),
    clock: { now: () => new Date('2026-01-02T03:04:05.678Z') },
    checker: createWordsChecker(),
  };
}

type Run = { rules: Rule[]; inputs: string[]; knowledge?: string[]; folder: string } & Partial<
  Pick<Job, 'scope' | 'outputFormat' | 'limits' | 'earlier'>
>;

export function jobOf({ rules, inputs, knowledge = [], folder, ...rest }: Run): Job {
  const file = (name: string) => ({ name, ref: join(folder, name), linkBase: name });
  return {
    runId: 'a'.repeat(24),
    rules: keyRules(rules),
    knowledge: knowledge.map(file),
    inputs: inputs.map(file),
    scope: 'together',
    outputFormat: null,
    limits: defaultLimits,
    earlier: [],
    ...rest,
  };
}

/** Runs the engine with real dependencies. Returns its result and all its events. */
export async function run(
  job: Job,
  ports: Ports = testPorts(),
  signal: AbortSignal = new AbortController().signal,
): Promise<{ result: Result; events: AnalysisEvent[] }> {
  const events: AnalysisEvent[] = [];
  const result = await analyze(job, ports, { signal, onEvent: (event) => events.push(event) });
  return { result, events };
}
