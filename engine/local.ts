import { randomBytes } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { createLexicalChecker } from './check/lexical/lexical-checker.ts';
import { defaultLimits, type Job, type JobFile } from './job.ts';
import { inMemorySourceCache, openLocalFile } from './load/local-files.ts';
import { keyRules } from './model/keys.ts';
import type { Rule } from './model/rule.ts';
import type { Ports } from './ports.ts';

type LocalJob = {
  rules: readonly Rule[];
  /** Paths of the files to check. */
  inputs: readonly string[];
  /** Paths of the files that the rules rest on. */
  knowledge?: readonly string[];
} & Partial<Pick<Job, 'runId' | 'scope' | 'outputFormat' | 'limits' | 'earlier' | 'promptVersions'>>;

/** A job over files of this machine, all checked together unless `scope` says otherwise. */
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
 * Everything a job over local files needs, with what you bring in its place. Without a checker rules are checked by
 * words alone; what is read of a file is kept in memory, once for each content.
 */
export function localPorts(own: Partial<Ports> = {}): Ports {
  return {
    openSource: openLocalFile,
    sourceCache: inMemorySourceCache(),
    clock: { now: () => new Date() },
    checker: createLexicalChecker(),
    ...own,
  };
}

function fileAt(path: string): JobFile {
  return { name: basename(path), ref: resolve(path), linkBase: path };
}
