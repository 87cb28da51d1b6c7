import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { defaultLimits } from '../../job.ts';
import { ProvisoError } from '../../model/errors.ts';
import type { Rule } from '../../model/rule.ts';
import { moduleBeside, offerPool } from '../../sandbox/offer-pool.ts';
import { PoolTask } from '../../sandbox/pool-task.ts';
import { sharedPool } from '../../sandbox/shared-pools.ts';
import { type FoundRule, type LeftOut, leftOutReasons, modalities } from '../extract/model.ts';
import type { NamedRules } from '../extract/naming.ts';
import type { LintProblem } from '../lint/problem.ts';
import type { RulesChild, TextOfFile } from './rules-child.ts';

const memoryBytes = defaultLimits.outputMemoryBytes;

/** The processes that find or lint rules. */
const finders = sharedPool(() =>
  offerPool({
    entry: moduleBeside(import.meta.url, 'rules-child'),
    memoryBytes,
    size: availableParallelism(),
  }),
);

const place = { file: z.string(), page: z.int().min(1).optional(), clause: z.string().optional() };
/** The fields that later steps rely on. The others are texts of the file, whatever they contain. */
const foundRuleSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  modality: z.enum(modalities),
  source: z.looseObject({ ...place, quote: z.string() }),
});
const leftOutSchema = z.looseObject({ ...place, quote: z.string(), reason: z.enum(leftOutReasons) });
const namedSchema = z.object({
  rules: z.array(z.custom<FoundRule>((rule) => foundRuleSchema.safeParse(rule).success)),
  leftOut: z.array(z.custom<LeftOut>((one) => leftOutSchema.safeParse(one).success)),
});
/** The fields that later steps rely on. */
const problemSchema = z.looseObject({
  rule: z.int().min(0),
  field: z.enum(['name', 'description', 'ifAbsent']),
  code: z.string(),
  message: z.string(),
});
const problemsSchema = z.array(z.custom<LintProblem>((problem) => problemSchema.safeParse(problem).success));

/**
 * Finds rules in a separate process, so that a text cannot block the calling process. The process is killed when all
 * texts together took more than its time, when it uses too much memory, and when the signal is aborted. The methods throw
 * `extraction_too_slow`, `extraction_too_large` or the signal's reason.
 */
export type RuleFinder = {
  /** Finds the normative sentences of a file and returns how many it has, at most `most`. */
  find(file: TextOfFile, most: number): Promise<number>;
  /** The rules of all files and the sentences that are left out. */
  name(): Promise<NamedRules>;
  /** Returns the process to its pool. */
  end(): void;
};

/** Waits for a process. Throws the signal's reason. */
export async function startRuleFinder(mostMs: number, signal: AbortSignal): Promise<RuleFinder> {
  let where = 'the files';
  const task = await PoolTask.start<RulesChild>(finders(), {
    ...{ first: (child) => child.tell('begin'), memoryBytes, mostMs, signal },
    atLimit: (reason, limit) =>
      new ProvisoError(
        reason === 'timed_out' ? 'extraction_too_slow' : 'extraction_too_large',
        `Finding rules took more than ${limit} (the limit was reached in ${where}). Give fewer or shorter files.`,
      ),
  });
  return {
    find(file, most) {
      where = file.name;
      return task.ask(z.int().min(0), 'find', file, most);
    },
    name() {
      where = 'the files';
      return task.ask(namedSchema, 'name');
    },
    end: () => task.end(),
  };
}

/**
 * Does what `lintRules` does in a separate process, so that rules cannot block the calling process. The process is killed
 * at its limits of time (`mostMs`, in ms) and memory, and when the signal is aborted. Throws `lint_too_long` at a limit,
 * or the signal's reason.
 */
export async function lintRulesApart(
  rules: readonly Rule[],
  { mostMs, signal }: { mostMs: number; signal: AbortSignal },
): Promise<LintProblem[]> {
  const task = await PoolTask.start<RulesChild>(finders(), {
    ...{ first: (child) => child.tell('begin'), memoryBytes, mostMs, signal },
    atLimit(reason) {
      const limit = reason === 'timed_out' ? `${mostMs / 1_000} seconds` : 'its maximum of memory';
      return new ProvisoError(
        'lint_too_long',
        `Checking the wording of the rules took more than ${limit}. Send fewer or shorter rules.`,
      );
    },
  });
  try {
    return await task.ask(problemsSchema, 'lint', rules);
  } finally {
    task.end();
  }
}
