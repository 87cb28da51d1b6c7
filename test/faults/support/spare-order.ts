import { z } from 'zod';

/** Where a spare worker is to work. */
export const spareOrder = z.object({ environment: z.record(z.string(), z.string()) });

/** The name of the rule that no spare worker gets an answer to. */
export const ruleThatFails = 'Over budget';
