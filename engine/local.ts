import { randomBytes } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { createWordsChecker } from './check/words/words-checker.ts';
import { defaultLimits, type Job, type JobFile } from './job.ts';
import { inMemorySourceCache, openLocalFile } from './load/local-files.ts';
import { keyRules } from './model/keys.ts';
import type { Rule } from './model/rule.ts';
import type { Ports } from './ports.ts';

type LocalJob = {
  rules: readonly Rule[];
  /** Paths of the files to check. */
  inputs: readonly string[];
  /** Paths of the knowledge files. */
  knowledge?: readonly string[];
} & Partial<Pick<Job, 'runId' | 'scope' | 'outputFormat' | 'limits' | 'earlier' | 'promptVersions'>>;

/** A job over local files. They are checked together unless `scope` says otherwise. */
export function localJob({ rules, inputs, knowledge = [], ...others }: LocalJob): Job {
  return {
    runId: randomBytes(12).toString('hex'),
    scope: 'together',
    outputFormat: null,
    limits: defaultLimits,
    earlier: [],
    ...others,
    rules: keyRules(rules),
    inputs: inputs.map(fileAt),
    knowledge: knowledge.map(fileAt),
  };
}

/**
 * The ports of a job over local files; those in `own` replace the defaults. The default checker uses no model, and the
 * default cache stores the text of each distinct file in memory.
 */
export function localPorts(own: Partial<Ports> = {}): Ports {
  return {
    openSource: openLocalFile,
    sourceCache: inMemorySourceCache(),
    clock: { now: () => new Date() },
    checker: createWordsChecker(),
    ...own,
  };
}

/** Local files as the sources of `verifyCitations`. */
export function localFiles(paths: readonly string[]): JobFile[] {
  return paths.map(fileAt);
}

function fileAt(path: string): JobFile {
  return { name: basename(path), ref: resolve(path), linkBase: path };
}
