import { z } from 'zod';

/** The place where a spare worker is to work. */
export const spareOrder = z.object({ environment: z.record(z.string(), z.string()) });

/** The rule that no spare worker can answer. */
export const ruleThatFails = 'Over budget';
