import { money } from '../../src/services/report/words.ts';
import type { MonthlyUsage } from '../service/service.ts';
import { count } from './amounts.ts';

/** What was spent this month, and the limits, in a few words. */
export function monthWords({ spent, caps }: MonthlyUsage): string {
  const tokens = `${count(spent.tokens)}${caps.tokens === null ? '' : ` of ${count(caps.tokens)}`} tokens`;
  if (spent.cost === 0 && caps.cost === null) return tokens;
  const cost = `${money(spent.cost)}${caps.cost === null ? '' : ` of ${money(caps.cost)}`}`;
  return `${tokens}, cost ${cost}`;
}
