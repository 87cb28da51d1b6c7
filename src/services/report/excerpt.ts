import { clean } from './clean.ts';
import { sharedSpans } from './decisive.ts';

/**
 * Returns the part of a passage, about `length` characters long, that has the most words in common with the rule. The
 * passage is cut between words, and `…` marks each cut.
 */
export function excerpt(passage: string, ruleText: string, length: number): string {
  const text = clean(passage).trim();
  if (text.length <= length) return text;
  const spans = sharedSpans(text, ruleText);
  const reach = (start: number) =>
    spans.filter((span) => span.start >= start && span.end <= start + length).length;
  let best = 0;
  for (const { start } of spans) if (reach(start) > reach(best)) best = start;
  const from = best === 0 ? 0 : text.lastIndexOf(' ', Math.max(0, best - length / 6)) + 1;
  const end = text.lastIndexOf(' ', from + length);
  const to = from + length >= text.length ? text.length : Math.max(end, from + 1);
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
}
