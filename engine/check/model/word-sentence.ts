import { z } from 'zod';
import type { ModelClient } from '../../llm/model-client.ts';
import type { PromptVersion } from '../../prompts/prompt-file.ts';
import type { StepConfig } from '../../runtime/step.ts';
import { datamark, visible, withoutMark } from './datamark.ts';

/**
 * Asks a model how a sentence of a document reads with the smallest change that meets a rule. Returns its sentence
 * unchecked, or an empty text if the model proposes nothing. Throws a `CheckFailure` if the model gives no usable answer or
 * the budget is reached.
 */
export type WordSentence = (sentence: string, rule: string, config: StepConfig) => Promise<string>;

const answerSchema = z.object({ sentence: z.string() });

type Parts = { modelClient: ModelClient; prompt: PromptVersion; secret: string };

export function sentenceWriter({ modelClient, prompt, secret }: Parts): WordSentence {
  return async (sentence, rule, config) => {
    const shown = visible(sentence);
    const mark = datamark(secret, [], [shown, rule]);
    return modelClient.ask(
      {
        purpose: 'sentence',
        messages: await prompt.template.formatMessages({ mark, sentence: shown, rule }),
        schema: { name: 'redline_sentence', json: prompt.output },
        read: (json) => {
          const read = answerSchema.safeParse(json);
          if (!read.success) return { problem: 'lacked "sentence"' };
          return { value: withoutMark(read.data.sentence, mark).trim() };
        },
      },
      { calls: [], requests: 0 },
      config,
    );
  };
}
