import { resolve } from 'node:path';
import type { Checker } from '../../../../../engine/check/checker.ts';
import { openModelChecker } from '../../../../../engine/check/model/model-checker.ts';
import type { AnswerCache } from '../../../../../engine/llm/answer-cache.ts';
import type { GivenModelSettings } from '../../../../../engine/llm/model-settings.ts';
import type { Finding } from '../../../../../engine/model/finding.ts';
import { keyRules } from '../../../../../engine/model/keys.ts';
import type { Rule } from '../../../../../engine/model/rule.ts';
import type { Source } from '../../../../../engine/model/source.ts';
import { createAnswer } from '../../../../../engine/pipeline.ts';
import { createPassageIndex } from '../../../../../engine/retrieve/passage-index.ts';
import { withSignal } from '../../../../../engine/runtime/step.ts';
import type { Subject } from '../../../../../engine/subjects.ts';

export const promptFolder = resolve(import.meta.dirname, '../../../../../prompts');

export type ModelRun = {
  rules: Rule[];
  sources: Source[];
  /** The URL of the model server. */
  url: string;
  settings?: Partial<GivenModelSettings>;
  budgetTokens?: number;
  answers?: AnswerCache;
  /** Findings of earlier attempts of the same run. */
  earlier?: Finding[];
};

export function modelChecker({ url, settings, budgetTokens }: ModelRun): Checker {
  return openModelChecker({
    settings: { model: 'test-model', baseUrl: url, retryMs: 1, retries: 2, timeoutMs: 100_000, ...settings },
    prompts: { ours: promptFolder },
    secret: 'a secret of the tests',
    budgetTokens,
  });
}

/** Checks rules against sources with a model, as a run does after it has read its files. */
export async function checkByModel(run: ModelRun): Promise<Finding[]> {
  const { rules, sources, answers, earlier = [] } = run;
  const opened = modelChecker(run);
  const checker = opened.forRun?.({ runId: 'run', earlier }, answers) ?? opened;
  const inputs = sources.filter(({ role }) => role === 'input');
  const authorities = sources.filter(({ role }) => role === 'authority');
  const searched = [...authorities, ...inputs];
  const subject: Subject = {
    place: 0,
    subject: { kind: 'project' },
    inputs,
    authorities,
    searched,
    filesTotal: inputs.length,
    unread: [],
  };
  const passageIndex = await createPassageIndex(searched, { most: checker.passages });
  const answer = createAnswer({ runId: 'run', checker, meaning: null }, withSignal());
  return Promise.all(keyRules(rules).map((rule) => answer({ rule, subject, passageIndex })));
}
