import { z } from 'zod';
import type { Json } from '../../engine/model/result.ts';
import type { Actor } from '../domain/owned.ts';
import type { ApiContext } from './context.ts';

type Call<Answer> = { scope: string; input: unknown; output: z.ZodType<Answer, Answer> };

/**
 * Does the work; with an `Idempotency-Key`, does it once for the key and replays the answer after that. `work`
 * gets the id that the record it makes must have, when there is a key.
 */
export async function once<Answer>(
  ctx: ApiContext & { actor: Actor },
  { scope, input, output }: Call<Answer>,
  work: (options: { recordId?: string }) => Promise<NoInfer<Answer>>,
): Promise<Answer> {
  const key = ctx.headers.idempotencyKey;
  if (key === null) return work({});
  const request = { key, scope, body: asJson(input) };
  let made: Answer | undefined;
  const { answer, replayed } = await ctx.services.idempotency.once(ctx.actor, request, async (recordId) => {
    made = await work({ recordId });
    return asJson(output.parse(made));
  });
  if (replayed) ctx.answer.replayed = true;
  return replayed || made === undefined ? output.parse(answer) : made;
}

function asJson(value: unknown): Json {
  return z.json().parse(JSON.parse(JSON.stringify(value)));
}
