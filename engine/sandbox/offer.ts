import { extname } from 'node:path';
import { z } from 'zod';
import { answerParent } from './answer-parent.ts';
import { startGuard } from './guard.ts';
import { SandboxPool } from './pool.ts';

/** The functions of a child process that its parent can call. What they return is sent as JSON. */
export type Offer = Record<string, (...given: never[]) => unknown>;

/** A call of one function of a child. */
type Call = { name: string; given: readonly unknown[] };

const replySchema = z.discriminatedUnion('reply', [
  /** `json` is empty if the function returned nothing. */
  z.object({ reply: z.literal('returned'), json: z.string() }),
  z.object({ reply: z.literal('failed'), message: z.string() }),
]);

/** Offers functions to the parent process, which calls one after another, until that process ends. */
export function offer(functions: Offer): void {
  startGuard();
  answerParent(async ({ name, given }: Call) => {
    const called = functions[name];
    if (called === undefined) throw new Error(`there is no function ${name}`);
    return { reply: 'returned', json: JSON.stringify(await Reflect.apply(called, null, given)) ?? '' };
  });
}

export type OfferPool = SandboxPool<Call, z.infer<typeof replySchema>>;

/** A pool of processes that offer functions. It starts no process before the first task. */
export function offerPool(options: { entry: URL; memoryBytes: number; size: number }): OfferPool {
  return new SandboxPool({ ...options, idle: 1, replySchema });
}

/** The module `name` next to the module at the URL `beside`: its build if that is built, or else its source. */
export function moduleBeside(beside: string, name: string): URL {
  return new URL(`./${name}${extname(beside)}`, beside);
}
