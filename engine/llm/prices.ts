import { z } from 'zod';
import { ProvisoError } from '../model/errors.ts';
import { roundedCost } from '../model/usage.ts';
import type { Tokens } from './chat/raw-answer.ts';

const price = z.number().min(0).max(1_000_000);

/**
 * The price of a million tokens, in any currency. Without a price for cached tokens, they cost as much as other input
 * tokens.
 */
export const pricesSchema = z.object({ input: price, output: price, cached: price.optional() });

export type Prices = z.output<typeof pricesSchema>;

/**
 * Parses `input,output` or `input,output,cached`, such as `2.5,10,1.25`. Throws an error with the code `bad_prices` for
 * any other text.
 */
export function parsePrices(text: string): Prices {
  const parts = text.split(',').map((part) => part.trim());
  const [input, output, cached] = parts.map((part) =>
    /^\d+(\.\d+)?$/.test(part) ? Number(part) : Number.NaN,
  );
  const read = pricesSchema.safeParse({ input, output, ...(cached !== undefined && { cached }) });
  if (read.success && parts.length <= 3) return read.data;
  throw new ProvisoError(
    'bad_prices',
    `"${text}" is not a valid price list (per million tokens): write input,output or input,output,cached, such as 2.5,10,1.25`,
  );
}

/** The cost of tokens. `input` includes the cached tokens. */
export function costOf({ input, output, cached }: Tokens, prices: Prices): number {
  const fresh = Math.max(0, input - cached);
  const each = fresh * prices.input + cached * (prices.cached ?? prices.input) + output * prices.output;
  return roundedCost(each / 1_000_000);
}
