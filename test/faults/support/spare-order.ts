import { z } from 'zod';

/** The message that starts a spare worker: the environment that names its data. */
export const spareOrder = z.object({ environment: z.record(z.string(), z.string()) });

/** The name of the rule that no spare worker can answer. */
export const ruleThatFails = 'Over budget';
