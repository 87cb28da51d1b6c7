import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { analyze, type Checker, defaultLimits, keyRules } from '../../engine/index.ts';
import { ProvisoError } from '../../engine/model/errors.ts';
import type { Finding } from '../../engine/model/finding.ts';
import type { Rule } from '../../engine/model/rule.ts';
import { opaque } from '../../src/eval/opaque.ts';
import type { BenchContext } from './bench.ts';

type Evidence = Parameters<Checker['check']>[0]['evidence'];

/**
 * The finding for one rule. `evidence` contains the passages retrieved for the rule; null if the rule was not checked.
 */
export type Asked = { finding: Finding; evidence: Evidence | null };

/** Checks a file against rules and returns the finding for each rule, in the order of the rules. */
export async function askOfFile(
  context: BenchContext,
  path: string,
  rules: readonly Rule[],
): Promise<Asked[]> {
  const { ports, signal } = context;
  const name = basename(path);
  const brought = new Map<string, Evidence>();
  const result = await analyze(
    {
      runId: opaque(name).padEnd(24, '0'),
      rules: keyRules(rules),
      knowledge: [...context.knowledge],
      inputs: [{ name, ref: path, linkBase: name }],
      scope: 'together',
      outputFormat: null,
      limits: defaultLimits,
      earlier: [],
    },
    { ...ports, checker: watched(context.checker, brought) },
    { signal, onEvent: () => {} },
  );
  const unread = result.files.find(({ role, status }) => role === 'authority' && status === 'failed');
  if (unread) {
    throw new ProvisoError('knowledge_not_read', `The knowledge file ${unread.name} can't be read.`);
  }
  context.onResult(result);
  return result.findings.map((finding) => ({ finding, evidence: brought.get(finding.rule.key) ?? null }));
}

/** Writes the text to a temporary file and checks it with `askOfFile`. */
export async function askOfText(
  context: BenchContext,
  text: string,
  rules: readonly Rule[],
): Promise<Asked[]> {
  const folder = await mkdtemp(join(tmpdir(), 'proviso-bench-'));
  try {
    const path = join(folder, 'document.txt');
    await writeFile(path, text);
    return await askOfFile(context, path, rules);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Wraps a checker so that the evidence retrieved for each rule is stored in `brought`, by the key of the rule. */
function watched(checker: Checker, brought: Map<string, Evidence>): Checker {
  const { forRun } = checker;
  return {
    ...checker,
    ...(forRun && {
      forRun: (...args: Parameters<typeof forRun>) => watched(forRun.apply(checker, args), brought),
    }),
    check(question, config) {
      brought.set(question.rule.key, question.evidence);
      return checker.check(question, config);
    },
  };
}
