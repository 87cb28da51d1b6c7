import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { datamark, visible, withoutMark } from '../../check/model/datamark.ts';
import type { ModelCheckerSettings } from '../../check/model/model-checker.ts';
import { type AnswerCache, inMemoryAnswerCache } from '../../llm/answer-cache.ts';
import { Budget } from '../../llm/budget.ts';
import { openEndpoint } from '../../llm/chat/open-endpoint.ts';
import { type CallLog, createModelClient, type ReadAnswer, spentOn } from '../../llm/model-client.ts';
import { modelSettingsSchema } from '../../llm/model-settings.ts';
import type { Spent } from '../../model/usage.ts';
import { ownPromptFolder, readPrompts } from '../../prompts/prompt-library.ts';
import type { StepConfig } from '../../runtime/step.ts';

/** As for a model checker. */
export type RewordingSettings = Omit<ModelCheckerSettings, 'chat' | 'certificates'> & {
  /** Where answers are stored. Default: in memory. */
  answers?: AnswerCache | undefined;
};

/** A rule as a model words it, and the positions, from 0, of the sentences that it rewords. */
export type WordedRule = { sentences: number[]; text: string };

/** A language model that rewords sentences. Its answers are not checked. */
export interface RewordingModel {
  readonly model: string;
  readonly prompt: { id: string; version: string; hash: string };
  /** The useful number of concurrent questions. */
  readonly concurrency: number;
  /** Throws a `CheckFailure` if there is no usable answer, or if the budget is reached. */
  reword(sentences: readonly string[], config: StepConfig): Promise<WordedRule[]>;
  usage(): Spent;
}

const answerSchema = z.object({
  rules: z.array(z.object({ sentences: z.array(z.int()).min(1), text: z.string().trim().min(1) })),
});

/**
 * Opens the model that rewords the rules of one extraction. It is called like the model of a check: with retries, a
 * limit of concurrent calls, a budget, and the structured output that the server supports. Opening sends no request.
 * Throws an error with the code `bad_prompt` if the prompt cannot be used.
 */
export function openRewording(given: RewordingSettings): RewordingModel {
  const { secret = randomBytes(32).toString('hex'), answers = inMemoryAnswerCache() } = given;
  const { ours = ownPromptFolder(), others, choice } = given.prompts ?? {};
  const settings = modelSettingsSchema.parse(given.settings);
  const prompt = readPrompts(ours, others).find('rule-rewording', choice);
  const endpoint = openEndpoint(settings);
  const budget = new Budget(given.budgetTokens);
  const modelClient = createModelClient({ endpoint, settings, budget, answers });
  const callLog: CallLog = { calls: [], requests: 0 };
  return {
    model: endpoint.model,
    prompt: { id: prompt.id, version: prompt.version, hash: prompt.hash },
    concurrency: settings.concurrency,
    async reword(sentences, config) {
      const shown = sentences.map(visible);
      const mark = datamark(secret, [], shown);
      const listed = shown.map((text, at) => `~${mark}~ ${at + 1}. ${text}`).join('\n');
      return modelClient.ask(
        {
          purpose: 'reword',
          messages: await prompt.template.formatMessages({ mark, sentences: listed }),
          schema: { name: 'rule_rewording', json: prompt.output },
          read: (json) => rulesIn(json, sentences.length, mark),
        },
        callLog,
        config,
      );
    },
    usage: () => spentOn(callLog, settings.prices),
  };
}

function rulesIn(json: unknown, count: number, mark: string): ReadAnswer<WordedRule[]> {
  const read = answerSchema.safeParse(json);
  if (!read.success) return { problem: `was not of the form asked for (${z.prettifyError(read.error)})` };
  const unknown = read.data.rules.flatMap(({ sentences }) => sentences).find((at) => at < 1 || at > count);
  if (unknown !== undefined) return { problem: `named sentence ${unknown}, which does not exist` };
  return {
    value: read.data.rules.map(({ sentences, text }) => ({
      sentences: [...new Set(sentences)].map((at) => at - 1).sort((one, other) => one - other),
      text: visible(withoutMark(text, mark)),
    })),
  };
}
