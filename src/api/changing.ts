import { z } from 'zod';
import type { Json } from '../../engine/model/result.ts';
import type { Expected } from '../services/records/expected.ts';
import type { Answer, UserContext } from './context.ts';
import { expectedBy } from './tags.ts';

type Call<Input> = { ctx: UserContext; input: Input; path: string; batchIndex?: number };

/** The options that a procedure passes to a service that changes records. */
export type ChangeOptions = {
  /**
   * The id for the new record; only for requests with an `Idempotency-Key`. If the request is repeated after a crash,
   * it gets the same id, so that it creates no second record.
   */
  recordId?: string;
  /** The versions that the record may have, from the headers `If-Match` and `If-None-Match`. */
  expected?: Expected;
};

type Change<Input> = { ctx: UserContext; input: Input; options: ChangeOptions };

const replayable = z.union([
  z.object({ body: z.json(), etag: z.string().optional(), location: z.string().optional() }),
  // Earlier releases stored answers to requests with an `Idempotency-Key` in this form. Such answers expire after a
  // day.
  z.json().transform((body) => ({ body, etag: undefined, location: undefined })),
]);

/**
 * Creates the resolver of every procedure that changes records. With an `Idempotency-Key`, `work` is done once, and
 * repeated requests with the same key get the same answer and headers. `If-Match` is passed to the service in
 * `options`.
 */
export function changing<Input, Body>(
  output: z.ZodType<Body, Body>,
  work: (change: Change<Input>) => Promise<NoInfer<Body>>,
): (call: Call<Input>) => Promise<Body> {
  return async ({ ctx, input, path, batchIndex = 0 }) => {
    const { idempotencyKey: key, ifMatch, ifNoneMatch } = ctx.headers;
    const expected = expectedBy(ifMatch, ifNoneMatch);
    const done = async (recordId?: string): Promise<{ body: Body; answer: Answer }> => {
      const answer: Answer = {};
      const options = { ...(recordId && { recordId }), ...(expected && { expected }) };
      return { body: await work({ ctx: { ...ctx, answer }, input, options }), answer };
    };
    if (key === null) {
      const { body, answer } = await done();
      Object.assign(ctx.answer, answer);
      return body;
    }
    // The calls of a batch share one `Idempotency-Key`, so the scope of each call after the first contains the index of
    // the call.
    const scope = batchIndex === 0 ? path : `${path} ${batchIndex}`;
    const request = { key, scope, body: asJson(input) };
    const { answer: kept, replayed } = await ctx.services.idempotency.once(
      ctx.actor,
      request,
      async (recordId) => {
        const { body, answer } = await done(recordId);
        return asJson({ ...answer, body: output.parse(body) });
      },
    );
    const { body, etag, location } = replayable.parse(kept);
    Object.assign(ctx.answer, {
      ...(etag && { etag }),
      ...(location && { location }),
      ...(replayed && { replayed }),
    });
    return output.parse(body);
  };
}

function asJson(value: unknown): Json {
  return z.json().parse(JSON.parse(JSON.stringify(value)));
}
