import type { PoliticsContent } from '../politics.ts';

/**
 * The default and the largest maximum size of a rule set, in bytes as JSON. A run keeps a copy of its rule set, and a
 * document of MongoDB has at most 16 MB.
 */
export const [ruleSetBytes, mostRuleSetBytes] = [4_194_304, 12_000_000];

/**
 * Returns why a rule set is too large, in words that follow its name; null if it is not. All of its content counts, as
 * JSON in UTF-8.
 */
export function whyTooLarge(content: Partial<PoliticsContent>, mostBytes: number): string | null {
  const { name, description, rules, knowledgeFiles, contactNotifications, outputFormat, metadata } = content;
  const all = { name, description, rules, knowledgeFiles, contactNotifications, outputFormat, metadata };
  const bytes = new TextEncoder().encode(JSON.stringify(all)).length;
  if (bytes <= mostBytes) return null;
  return `has ${bytes} bytes as JSON, and at most ${mostBytes} are allowed: split it into several rule sets, or raise LIMIT_RULE_SET_BYTES`;
}
