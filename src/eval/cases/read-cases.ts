import { access, readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, resolve } from 'node:path';
import type { z } from 'zod';
import { ProvisoError } from '../../../engine/model/errors.ts';
import type { Rule } from '../../../engine/model/rule.ts';
import { opaque } from '../opaque.ts';
import { type CaseFile, caseFileSchema, type Expectation } from './case-file.ts';

/** A case that is ready to run: its rules are read and its paths are absolute. */
export type EvalCase = Omit<CaseFile, 'rules' | 'rulesFile'> & {
  /** The file's name without its extension. */
  id: string;
  rules: Rule[];
  /** An opaque name of the group of cases that share documents with this one. */
  cluster: string;
};

/** Functions that read files written by a person. Both throw a `ProvisoError` that says what is wrong and where. */
type Readers = {
  readRules(path: string): Promise<{ rules: Rule[] }>;
  readAs<Value>(path: string, schema: z.ZodType<Value>): Promise<Value>;
};

/**
 * Reads the cases at the given paths. A path is a case file, or a folder whose `.yaml` and `.yml` files are all cases
 * and are read in the order of their names. Throws an error with the code `bad_case`, whose message lists every problem
 * with its file.
 */
export async function readCases(paths: readonly string[], readers: Readers): Promise<EvalCase[]> {
  const files = (await Promise.all(paths.map(caseFilesIn))).flat();
  const problems: string[] = [];
  const cases: EvalCase[] = [];
  for (const file of files) {
    const read = await readCase(file, readers);
    if (Array.isArray(read)) problems.push(...read);
    else if (cases.some(({ id }) => id === read.id))
      problems.push(`${file}: another case file is also called ${read.id}`);
    else cases.push(read);
  }
  if (problems.length > 0) throw new ProvisoError('bad_case', problems.join('\n'));
  if (cases.length === 0) throw new ProvisoError('bad_case', `there is no case in ${paths.join(', ')}`);
  return inGroups(cases);
}

async function caseFilesIn(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new ProvisoError('bad_case', `${path} does not exist`);
  if (found.isFile()) return [resolve(path)];
  const names = (await readdir(path)).filter((name) => ['.yaml', '.yml'].includes(extname(name))).sort();
  return names.map((name) => resolve(path, name));
}

async function readCase(file: string, { readRules, readAs }: Readers): Promise<EvalCase | string[]> {
  const besides = (path: string): string => resolve(dirname(file), path);
  let written: CaseFile;
  let rules: Rule[];
  try {
    written = await readAs(file, caseFileSchema);
    rules = written.rules ?? (await readRules(besides(written.rulesFile ?? ''))).rules;
  } catch (error) {
    if (error instanceof ProvisoError) return error.message.split('\n');
    throw error;
  }
  const { rules: _rules, rulesFile: _file, documents, knowledge, ...others } = written;
  const files = [...documents, ...knowledge].map(besides);
  const missing = await Promise.all(
    files.map((path) =>
      access(path).then(
        () => [],
        () => [path],
      ),
    ),
  );
  const problems = missing.flat().map((path) => `the document ${path} does not exist`);
  if (new Set(files.map((path) => basename(path))).size < files.length)
    problems.push('two documents have the same name');
  problems.push(...mismatches(written, rules));
  if (problems.length > 0) return problems.map((problem) => `${file}: ${problem}`);
  return {
    ...others,
    id: basename(file, extname(file)),
    documents: documents.map(besides),
    knowledge: knowledge.map(besides),
    rules,
    cluster: '',
  };
}

function mismatches({ documents, scope, expected }: CaseFile, rules: readonly Rule[]): string[] {
  const names = documents.map((path) => basename(path));
  const wrongOf = (expectation: Expectation): string[] => {
    const named = rules.filter(({ name }) => name === expectation.rule).length;
    const places = expectation.pages.map(({ file }) => file);
    return [
      ...(named === 1 ? [] : [named === 0 ? 'there is no such rule' : 'several rules have this name']),
      ...(scope === 'each' && !names.includes(expectation.file ?? '')
        ? ['"file" is required if the scope is each']
        : []),
      ...(scope === 'together' && expectation.file !== undefined
        ? ['"file" is only allowed if the scope is each']
        : []),
      ...places
        .filter((file) => !names.includes(file))
        .map((file) => `${file} is not a document of the case`),
      ...(expectation.label === 'NOT FOUND' && places.length > 0
        ? ['an expected NOT FOUND cannot have pages']
        : []),
    ];
  };
  const keys = expected.map(({ rule, file }) => `${rule}\n${file ?? ''}`);
  const twice = new Set(keys).size < keys.length ? ['two expectations have the same rule and file'] : [];
  return [
    ...expected.flatMap((one) => wrongOf(one).map((wrong) => `expected "${one.rule}": ${wrong}`)),
    ...twice,
  ];
}

/**
 * Puts cases that share a document into one group. Two cases that each share a document with a third case are in one
 * group too.
 */
function inGroups(cases: readonly EvalCase[]): EvalCase[] {
  const groupOf = new Map<string, string>();
  for (const { id, documents } of cases) {
    const met = new Set(documents.flatMap((path) => groupOf.get(path) ?? []));
    for (const [path, group] of groupOf) if (met.has(group)) groupOf.set(path, id);
    for (const path of documents) groupOf.set(path, id);
  }
  return cases.map((one) => ({ ...one, cluster: opaque(groupOf.get(one.documents[0] ?? '') ?? one.id) }));
}
