import { closeLoading, noSourceCache, type TestedExample, testExamples } from '../../../../engine/index.ts';
import type { Rule } from '../../../../engine/model/rule.ts';
import { clean } from '../../../services/report/clean.ts';
import { plural } from '../../../services/report/words.ts';
import {
  type ModelOptions,
  modelSettings,
  modelsHere,
  portsHere,
  requireServers,
  secretHere,
} from '../../check/model.ts';
import { pageFor, paragraph } from '../../render/terminal/page.ts';
import { badInput, type ExitCode, exitCodes, interruptible } from '../../terminal/ending.ts';
import { lookOf, writeOut } from '../../terminal/output.ts';
import { readRules } from '../read.ts';

export type RulesTestOptions = ModelOptions & { format: 'table' | 'json'; color: boolean };

/** `proviso rules test`: checks each rule against its own examples. Returns 1 if the answer to one is wrong. */
export async function testRules(path: string, options: RulesTestOptions): Promise<ExitCode> {
  const { rules } = await readRules(path);
  if (!rules.some(hasExamples))
    throw badInput(`${path} has no examples: add "examples" with "satisfies" and "violates" to its rules`);
  const settings = modelSettings(options, process.env);
  const models = modelsHere(settings, secretHere(process.env));
  return interruptible(async (signal) => {
    await requireServers(settings, signal);
    try {
      const examples = await testExamples(rules, portsHere(models, noSourceCache), { signal });
      await writeOut(
        options.format === 'json'
          ? `${JSON.stringify({ examples: examples.map((one) => ({ rule: rules[one.ruleIndex]?.name, ...one })), counts: countsOf(examples) }, null, 2)}\n`
          : tableOf(rules, examples, options.color),
      );
      return examples.some(({ verdict }) => verdict === 'wrong') ? exitCodes.found : exitCodes.done;
    } finally {
      closeLoading();
    }
  });
}

function hasExamples({ examples = {} }: Rule): boolean {
  return (examples.satisfies?.length ?? 0) + (examples.violates?.length ?? 0) > 0;
}

function countsOf(examples: readonly TestedExample[]) {
  const count = (verdict: TestedExample['verdict']) =>
    examples.filter((one) => one.verdict === verdict).length;
  return {
    examples: examples.length,
    right: count('right'),
    wrong: count('wrong'),
    undecided: count('undecided'),
  };
}

/** The examples whose answer is not right, wrong ones first, and the counts. */
function tableOf(rules: readonly Rule[], examples: readonly TestedExample[], color: boolean): string {
  const page = pageFor(lookOf(undefined, color));
  const { paint } = page;
  const shown = (['wrong', 'undecided'] as const).flatMap((verdict) =>
    examples.filter((one) => one.verdict === verdict),
  );
  const lines = shown.flatMap((one) => {
    const heading = one.verdict === 'wrong' ? paint.red('wrong') : paint.yellow('undecided');
    const expected = one.kind === 'satisfies' ? 'satisfied' : 'violated';
    return [
      `${heading}  ${paint.bold(clean(rules[one.ruleIndex]?.name ?? ''))}`,
      ...paragraph(page, `Example: “${clean(one.text)}”`),
      ...paragraph(page, `Expected ${expected}, found ${one.outcome}. ${clean(one.statement)}`),
      '',
    ];
  });
  const { right, wrong, undecided } = countsOf(examples);
  const without = rules.filter((rule) => !hasExamples(rule)).map(({ name }) => name);
  const most = 10;
  const rest = without.length > most ? ` and ${without.length - most} more` : '';
  return [
    ...lines,
    `${plural(examples.length, 'example', 'examples')} of ${plural(rules.length - without.length, 'rule', 'rules')}: ${right} right, ${wrong} wrong, ${undecided} undecided`,
    ...(undecided > 0
      ? paragraph(
          page,
          'An undecided example needs a language model, or other words in the rule or in the example.',
        )
      : []),
    ...(without.length > 0
      ? paragraph(page, `Without examples: ${clean(without.slice(0, most).join(', '))}${rest}`)
      : []),
    '',
  ].join('\n');
}
