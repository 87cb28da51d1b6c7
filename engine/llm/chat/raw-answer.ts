import { z } from 'zod';
import { tokensSchema } from '../../model/finding.ts';
import { jsonOf } from '../json-in.ts';

/** A model's raw answer, before parsing. */
export const rawAnswerSchema = z.object({
  text: z.string(),
  /** `length`: truncated; `refused`: the model or its server declined. */
  finish: z.enum(['complete', 'length', 'refused']),
  tokens: tokensSchema,
});

export type Tokens = z.output<typeof tokensSchema>;
export type RawAnswer = z.output<typeof rawAnswerSchema>;

/** A part of an answer. Parts with the model's thinking have other fields, or are of a type that says so. */
const partSchema = z
  .looseObject({ type: z.string().optional(), text: z.string().optional() })
  .transform(({ type = 'text', text = '' }) => (/think|reason/i.test(type) ? '' : text));

/** Arguments of a tool are JSON in a string; some servers send the object itself. */
const argumentsSchema = z.union([z.string(), z.looseObject({}).transform((value) => JSON.stringify(value))]);

const completionSchema = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        message: z.looseObject({
          content: z.union([z.string(), z.array(partSchema)]).nullish(),
          refusal: z.string().nullish(),
          tool_calls: z
            .array(z.looseObject({ function: z.looseObject({ arguments: argumentsSchema }) }))
            .nullish(),
          /** The name of a tool call before 2024, which some servers still use. */
          function_call: z.looseObject({ arguments: argumentsSchema }).nullish(),
        }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z
    .looseObject({
      prompt_tokens: z.number().nullish(),
      completion_tokens: z.number().nullish(),
      prompt_tokens_details: z.looseObject({ cached_tokens: z.number().nullish() }).nullish(),
    })
    .nullish(),
});

/** The answer in the body of a chat completion; null if the body is not a chat completion. */
export function rawAnswerIn(body: string): RawAnswer | null {
  const completion = completionSchema.safeParse(jsonOf(body));
  const choice = completion.data?.choices[0];
  if (!completion.success || !choice) return null;
  const { content, refusal, tool_calls: calls, function_call: call } = choice.message;
  const { usage } = completion.data;
  const fromText = typeof content === 'string' ? content : (content ?? []).join('');
  const declined = Boolean(refusal) || choice.finish_reason === 'content_filter';
  return {
    text: calls?.[0]?.function.arguments ?? call?.arguments ?? (fromText || refusal || ''),
    finish: declined ? 'refused' : choice.finish_reason === 'length' ? 'length' : 'complete',
    tokens: {
      input: Math.max(0, Math.round(usage?.prompt_tokens ?? 0)),
      output: Math.max(0, Math.round(usage?.completion_tokens ?? 0)),
      cached: Math.max(0, Math.round(usage?.prompt_tokens_details?.cached_tokens ?? 0)),
    },
  };
}
