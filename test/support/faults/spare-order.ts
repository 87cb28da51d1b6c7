import { z } from 'zod';

/** The task of a spare worker: a message with the environment, which names the data. */
export const spareOrder = z.object({ environment: z.record(z.string(), z.string()) });

/** The name of the rule that no spare worker can answer. */
export const ruleThatFails = 'Over budget';
