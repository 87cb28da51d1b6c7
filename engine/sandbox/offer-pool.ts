import { extname } from 'node:path';
import { z } from 'zod';
import type { Call } from './offer.ts';
import { SandboxPool } from './pool.ts';

const replySchema = z.discriminatedUnion('reply', [
  /** `json` is empty if the function returned nothing. */
  z.object({ reply: z.literal('returned'), json: z.string() }),
  z.object({ reply: z.literal('failed'), message: z.string() }),
]);

export type OfferPool = SandboxPool<Call, z.infer<typeof replySchema>>;

/** A pool of processes that offer functions. It starts no process before the first task. */
export function offerPool(options: { entry: URL; memoryBytes: number; size: number }): OfferPool {
  return new SandboxPool({ ...options, idle: 1, replySchema });
}

/** The module `name` next to the module at the URL `beside`: its build if that is built, or else its source. */
export function moduleBeside(beside: string, name: string): URL {
  return new URL(`./${name}${extname(beside)}`, beside);
}
