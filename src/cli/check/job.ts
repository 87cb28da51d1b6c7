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
import { filesBehind } from './input-files.ts';
import type { CheckOptions } from './options.ts';

type Spooling = (named: string) => Promise<JobFile>;

/**
 * Builds the job from the arguments and the rules file. The warnings list the files of folders that were skipped.
 * Throws `bad_input`, whose message names every file that cannot be used.
 */
export async function jobOf(
  args: readonly string[],
  options: CheckOptions,
  ruleSet: RuleSet,
  spool: Spooling,
): Promise<{ job: Job; warnings: Warning[] }> {
  const { rules, knowledge, out, scope } = options;
  const ownFiles = [rules, ...knowledge, ...(out === undefined ? [] : [out])];
  const inputs = await filesBehind(args, { supported: supportedExtensions, except: ownFiles, spool });
  const restsOn = await filesBehind(knowledge, { supported: supportedExtensions, except: [], spool });
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
  return { job, warnings: [...inputs.warnings, ...restsOn.warnings] };
}
