import type { BaseMessage } from '@langchain/core/messages';
import { z } from 'zod';
import { inMemoryAnswerCache } from '../../../llm/answer-cache.ts';
import { Budget } from '../../../llm/budget.ts';
import { messageWithPicture } from '../../../llm/chat/message-with-picture.ts';
import { openEndpoint } from '../../../llm/chat/open-endpoint.ts';
import { type CallLog, createModelClient, type ReadAnswer, spentOn } from '../../../llm/model-client.ts';
import { ModelFailure } from '../../../llm/model-failure.ts';
import { type GivenModelSettings, modelSettingsSchema } from '../../../llm/model-settings.ts';
import { CheckFailure, ReadFailure } from '../../../model/errors.ts';
import type { PictureDescription, Vision } from '../../../ports.ts';
import { type PromptChoice, readPrompts } from '../../../prompts/prompt-library.ts';

export type VisionSettings = {
  settings: GivenModelSettings;
  /**
   * The folder of Proviso's prompts (`ours`), the folder of the user's own prompts (`others`), and which versions to
   * use (`choice`).
   */
  prompts: { ours: string; others?: string | undefined; choice?: PromptChoice | undefined };
};

/** The language in which the prompt asks the model to describe pictures. */
const language = 'English';

const descriptionSchema = z.object({ written: z.array(z.string()), seen: z.array(z.string()) });

/**
 * Describes pictures with a vision model. The vision model is called like the checker's model: with retries, a limit of
 * concurrent calls, and the structured output that the server supports. `openVision` itself sends no request. Throws a
 * `ProvisoError` with the code `bad_prompt` if the prompt cannot be used.
 */
export function openVision({ settings: given, prompts }: VisionSettings): Vision {
  const settings = modelSettingsSchema.parse(given);
  const endpoint = openEndpoint(settings);
  const prompt = readPrompts(prompts.ours, prompts.others).find('photo-description', prompts.choice);
  const id = `${endpoint.id} ${prompt.id}@${prompt.version} ${prompt.hash}`;

  const visionWithin = (budget: Budget, callLog: CallLog): Vision => ({
    id,
    async describe(jpeg, config) {
      const modelClient = createModelClient({ endpoint, settings, budget, answers: inMemoryAnswerCache() });
      const question = {
        purpose: 'photo',
        messages: withPicture(await prompt.template.formatMessages({ language }), jpeg),
        schema: { name: 'photo_description', json: prompt.output },
        read: descriptionIn,
      };
      try {
        return await modelClient.ask(question, callLog, config);
      } catch (error) {
        if (!(error instanceof CheckFailure)) throw error;
        throw new ReadFailure('not_reachable', visionMessage(error), { cause: error });
      }
    },
  });

  return {
    ...visionWithin(new Budget(), { calls: [], requests: 0 }),
    forRun(given, allowance) {
      const budget = given ?? new Budget(undefined, 0, allowance);
      const callLog: CallLog = { calls: [], requests: 0 };
      return { ...visionWithin(budget, callLog), spent: () => spentOn(callLog, undefined) };
    },
  };
}

function withPicture(messages: BaseMessage[], jpeg: Uint8Array): BaseMessage[] {
  return [...messages.slice(0, -1), messageWithPicture(messages.at(-1)?.text ?? '', jpeg)];
}

function descriptionIn(json: unknown): ReadAnswer<PictureDescription> {
  const parsed = descriptionSchema.safeParse(json);
  return parsed.success
    ? { value: { written: lines(parsed.data.written), seen: lines(parsed.data.seen) } }
    : { problem: `was not of the form asked for (${z.prettifyError(parsed.error)})` };
}

function lines(texts: string[]): string[] {
  return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '');
}

const budgetMessage =
  'The token budget of the run or of the month is used up, so the vision model was not called. Raise the budget and run it again.';

/** Users see this message, so it must not contain the server's address or response. */
function visionMessage({ cause, code }: CheckFailure): string {
  if (code === 'budget_reached') return budgetMessage;
  const why =
    cause instanceof ModelFailure ? serverTrouble(cause) : 'it declined, or returned no usable answer';
  return `The vision model did not describe it: ${why}. Check VISION_MODEL and run it again.`;
}

function serverTrouble({ code, status }: ModelFailure): string {
  if (status !== undefined) return `its server answered ${status}`;
  return code === 'timed_out' ? 'its server did not answer in time' : 'its server could not be reached';
}
