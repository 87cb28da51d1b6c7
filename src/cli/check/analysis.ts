import { randomBytes } from 'node:crypto';
import {
  type AnalysisEvent,
  type AnalyzeOptions,
  type AnswerCache,
  analyze,
  closeLoading,
  defaultLimits,
  type Estimate,
  estimateRun,
  type Job,
  type JobFile,
  keyRules,
  type Ports,
  supportedExtensions,
} from '../../../engine/index.ts';
import type { Result, Warning } from '../../../engine/model/result.ts';
import { growHeapSlowly } from '../../process/v8-options.ts';
import type { RunModels } from '../../services/dependencies.ts';
import { money } from '../../services/report/words.ts';
import type { RuleSet } from '../rules/parse.ts';
import { ensureReplacesNone, wantsColor } from '../terminal/output.ts';
import type { RunRecording } from './bundle.ts';
import type { FileTexts } from './file-texts.ts';
import { filesBehind } from './input-files.ts';
import { portsHere } from './model.ts';
import type { CheckOptions, Format } from './options.ts';
import { isOwnReport } from './output/own-report.ts';
import { showProgress } from './output/progress.ts';

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

type Here = {
  models: RunModels;
  answers: AnswerCache | null;
  texts: FileTexts;
  color: boolean;
  /** Whether to show no progress. */
  isQuiet: boolean;
  signal: AbortSignal;
  /** Whether the citations need boxes. */
  boxes: boolean;
  /** Records the run, so that it can be written as a bundle. */
  recording?: RunRecording;
};

/** Runs the job with this machine's files and clock, and shows progress on standard error. */
export function analyzeHere(job: Job, here: Here): Promise<Result> {
  return withPorts(job, here, analyze);
}

/** Reads the files and estimates the calls to the model. */
export function estimateHere(job: Job, here: Here): Promise<Estimate> {
  return withPorts(job, here, estimateRun);
}

async function withPorts<Outcome>(
  job: Job,
  { models, answers, texts, color, isQuiet, signal, boxes, recording }: Here,
  run: (job: Job, ports: Ports, options: AnalyzeOptions) => Promise<Outcome>,
): Promise<Outcome> {
  growHeapSlowly();
  const each = job.scope === 'each';
  const totals = {
    files: job.knowledge.length + job.inputs.length,
    checks: job.rules.length * (each ? job.inputs.length : 1),
    each,
  };
  const stream = isQuiet ? null : process.stderr;
  const progress = showProgress(stream, totals, wantsColor(process.stderr, color, process.env));
  const ports = {
    ...portsHere(models, texts.sourceCache),
    ...(recording && { openSource: recording.openSource }),
    ...(answers && { answers }),
  };
  try {
    const onEvent = (event: AnalysisEvent) => {
      progress.show(event);
      recording?.note(event);
    };
    return await run(job, ports, { signal, onEvent, boxes });
  } finally {
    progress.end();
    closeLoading();
  }
}

/** Formats an estimate as JSON if `format` is `json`, otherwise as a text for people. */
export function estimateText(estimate: Estimate, model: string, format: Format): string {
  if (format === 'json') return `${JSON.stringify({ model, ...estimate }, null, 2)}\n`;
  const { checks, least, most, files } = estimate;
  const failed = files.filter(({ status }) => status === 'failed').length;
  const range = (one: number, other: number): string =>
    one === other ? one.toLocaleString('en') : `${one.toLocaleString('en')} to ${other.toLocaleString('en')}`;
  return [
    `${checks} checks of ${files.length} files by ${model}${failed > 0 ? ` (${failed} files can't be read)` : ''}`,
    `calls          ${range(least.calls, most.calls)}`,
    `input tokens   about ${range(least.inputTokens, most.inputTokens)}`,
    `output tokens  about ${range(least.outputTokens, most.outputTokens)}`,
    ...(least.cost === undefined || most.cost === undefined
      ? []
      : [`cost           about ${money(least.cost)} to ${money(most.cost)}, by MODEL_PRICES`]),
    'Nothing was sent. The lower figures apply if the first call for each rule is enough.',
    '',
  ].join('\n');
}
