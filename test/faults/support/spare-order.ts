import { z } from 'zod';

/** The message that gives a spare worker its task: the environment, which names the data. */
export const spareOrder = z.object({ environment: z.record(z.string(), z.string()) });

/** The name of the rule that no spare worker can answer. */
export const ruleThatFails = 'Over budget';
