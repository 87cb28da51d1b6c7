import { randomBytes } from 'node:crypto';
import {
  defaultLimits,
  type Job,
  type JobFile,
  keyRules,
  supportedExtensions,
} from '../../../engine/index.ts';
import type { Warning } from '../../../engine/model/result.ts';
import type { RuleSet } from '../rules/parse.ts';
import { ensureReplacesNone } from '../terminal/output.ts';
import { filesBehind } from './input-files.ts';
import type { CheckOptions } from './options.ts';
import { isOwnReport } from './output/own-report.ts';

type Spooling = (named: string) => Promise<JobFile>;

/**
 * Builds the job from the arguments and the rules file. The warnings list the files of folders that were
 * skipped, and what is doubtful in the rules file.
 * Throws `bad_input`, whose message names every file that cannot be used, and if the output would replace a file that is
 * read.
 */
export async function jobOf(
  args: readonly string[],
  options: CheckOptions,
  ruleSet: RuleSet & { warnings: Warning[] },
  spool: Spooling,
): Promise<{ job: Job; warnings: Warning[] }> {
  const { rules, knowledge, out, alsoOut, scope, baseline, writeBaseline } = options;
  const outputs = [...(out === undefined ? [] : [out]), ...alsoOut];
  const baselines = [baseline, writeBaseline].filter((path) => path !== undefined);
  // An earlier report at the place of the output is left out silently. Another file there is a document, which the
  // output must not replace.
  const replaced: string[] = [];
  for (const output of outputs) if (await isOwnReport(output)) replaced.push(output);
  const ownFiles = [rules, ...knowledge, ...baselines, ...replaced];
  const inputs = await filesBehind(args, { supported: supportedExtensions, except: ownFiles, spool });
  const restsOn = await filesBehind(knowledge, { supported: supportedExtensions, except: [], spool });
  const read = [...inputs.files, ...restsOn.files].map(({ ref }) => ref);
  for (const output of outputs)
    await ensureReplacesNone(output, [rules, ...args, ...knowledge, ...baselines, ...read]);
  const job: Job = {
    runId: randomBytes(12).toString('hex'),
    rules: keyRules(ruleSet.rules),
    knowledge: restsOn.files,
    inputs: inputs.files,
    scope,
    outputFormat: ruleSet.outputFormat,
    limits: defaultLimits,
    earlier: [],
  };
  return { job, warnings: [...ruleSet.warnings, ...inputs.warnings, ...restsOn.warnings] };
}
