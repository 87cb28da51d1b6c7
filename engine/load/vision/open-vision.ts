import { type BaseMessage, HumanMessage } from '@langchain/core/messages';
import { z } from 'zod';
import { inMemoryAnswerCache } from '../../llm/answer-cache.ts';
import { createAsker, type ReadAnswer } from '../../llm/asker.ts';
import { Budget } from '../../llm/budget.ts';
import { ModelFailure } from '../../llm/model-failure.ts';
import { type GivenModelSettings, modelSettingsSchema } from '../../llm/model-settings.ts';
import { openEndpoint } from '../../llm/open-endpoint.ts';
import { CheckFailure, ReadFailure } from '../../model/errors.ts';
import type { PictureDescription, Vision } from '../../ports.ts';
import { type PromptChoice, readPrompts } from '../../prompts/prompt-library.ts';

export type VisionSettings = {
  settings: GivenModelSettings;
  /** The folder of our prompts, and one of the user's own where there is one. */
  prompts: { ours: string; others?: string | undefined; choice?: PromptChoice | undefined };
};

/** The language of the rules and of what is read. */
const language = 'English';

const descriptionSchema = z.object({ written: z.array(z.string()), seen: z.array(z.string()) });

/**
 * Describes pictures by a model that can see, asked as the checker asks its own: with retries, a limit of calls under way,
 * and whatever way of a structured answer its server takes. Nothing is sent yet. Throws `bad_prompt`.
 */
export function openVision({ settings: given, prompts }: VisionSettings): Vision {
  const settings = modelSettingsSchema.parse(given);
  const endpoint = openEndpoint(settings);
  const prompt = readPrompts(prompts.ours, prompts.others).find('photo-description', prompts.choice);
  return {
    id: `${endpoint.id} ${prompt.id}@${prompt.version} ${prompt.hash}`,
    async describe(jpeg, signal) {
      const asker = createAsker({ endpoint, settings, budget: new Budget(), answers: inMemoryAnswerCache() });
      const question = {
        purpose: 'photo',
        messages: withPicture(await prompt.template.formatMessages({ language }), jpeg),
        schema: { name: 'photo_description', json: prompt.output },
        read: descriptionIn,
      };
      try {
        return await asker.ask(question, { calls: [], requests: 0 }, signal);
      } catch (error) {
        if (!(error instanceof CheckFailure)) throw error;
        throw new ReadFailure('not_reachable', visionMessage(error), { cause: error });
      }
    },
  };
}

function withPicture(messages: BaseMessage[], jpeg: Uint8Array): BaseMessage[] {
  const url = `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`;
  const last = messages.at(-1);
  return [
    ...messages.slice(0, -1),
    new HumanMessage({
      content: [
        { type: 'text', text: last?.text ?? '' },
        { type: 'image_url', image_url: { url } },
      ],
    }),
  ];
}

function descriptionIn(json: unknown): ReadAnswer<PictureDescription> {
  const parsed = descriptionSchema.safeParse(json);
  return parsed.success
    ? { value: { written: lines(parsed.data.written), seen: lines(parsed.data.seen) } }
    : { problem: `the answer has another shape: ${z.prettifyError(parsed.error)}` };
}

function lines(texts: string[]): string[] {
  return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '');
}

/** Users see it, so nothing of the server's address or words stands in it. */
function visionMessage({ cause }: CheckFailure): string {
  const why = cause instanceof ModelFailure ? serverTrouble(cause) : 'it declined, or gave no usable answer';
  return `The vision model did not describe it: ${why}. Check VISION_MODEL and run it again.`;
}

function serverTrouble({ code, status }: ModelFailure): string {
  if (status !== undefined) return `its server answered ${status}`;
  return code === 'timed_out' ? 'its server did not answer in time' : 'its server could not be reached';
}
