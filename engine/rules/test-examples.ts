import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Job } from '../job.ts';
import { localJob } from '../local.ts';
import type { Finding } from '../model/finding.ts';
import type { Rule } from '../model/rule.ts';
import { analyze } from '../pipeline.ts';
import type { Ports } from '../ports.ts';

export type ExampleKind = 'satisfies' | 'violates';

/**
 * How the answer to an example compares with what its author expects. `undecided` means that the checker leaves the
 * outcome open: without a model, the example needs a model or other words.
 */
export type ExampleVerdict = 'right' | 'wrong' | 'undecided';

export type TestedExample = {
  /** The index of the rule in the rule set, from 0. */
  ruleIndex: number;
  kind: ExampleKind;
  /** The index of the example in its list, from 0. */
  index: number;
  text: string;
  verdict: ExampleVerdict;
} & Pick<Finding, 'label' | 'outcome' | 'statement'>;

export type TestOptions = { signal?: AbortSignal; onExample?: (example: TestedExample) => void };

/**
 * Checks each rule against its own examples, each example as a document of its own, and says which answers are right.
 * The order is that of the rules. Throws the signal's reason when it is aborted.
 */
export async function testExamples(
  rules: readonly Rule[],
  ports: Ports,
  { signal, onExample = () => {} }: TestOptions = {},
): Promise<TestedExample[]> {
  const tested: TestedExample[] = [];
  for (const [ruleIndex, rule] of rules.entries()) {
    const examples = examplesOf(rule);
    if (examples.length === 0) continue;
    const findings = await inFiles(examples, (paths) => {
      const job: Job = localJob({ rules: [rule], inputs: paths, scope: 'each' });
      return analyze(job, ports, signal === undefined ? {} : { signal });
    });
    for (const [at, example] of examples.entries()) {
      const finding = findings[at];
      if (!finding) throw new Error(`Example ${at} of rule ${ruleIndex} has no finding.`);
      const { label, outcome, statement } = finding;
      const one = {
        ruleIndex,
        ...example,
        verdict: verdictOf(example.kind, outcome),
        label,
        outcome,
        statement,
      };
      tested.push(one);
      onExample(one);
    }
  }
  return tested;
}

type Example = Pick<TestedExample, 'kind' | 'index' | 'text'>;

function examplesOf({ examples = {} }: Rule): Example[] {
  return (['satisfies', 'violates'] as const).flatMap((kind) =>
    (examples[kind] ?? []).map((text, index) => ({ kind, index, text })),
  );
}

/** The findings of a check of examples in files, which exist only during the check. */
async function inFiles(
  examples: readonly Example[],
  check: (paths: string[]) => Promise<{ findings: Finding[] }>,
): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'proviso-examples-'));
  try {
    const paths = examples.map(({ kind, index }) => join(folder, `${kind}-${index + 1}.txt`));
    await Promise.all(examples.map(({ text }, at) => writeFile(paths[at] ?? '', text)));
    return (await check(paths)).findings;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function verdictOf(kind: ExampleKind, outcome: Finding['outcome']): ExampleVerdict {
  if (outcome === 'undetermined') return 'undecided';
  return outcome === (kind === 'satisfies' ? 'satisfied' : 'violated') ? 'right' : 'wrong';
}
