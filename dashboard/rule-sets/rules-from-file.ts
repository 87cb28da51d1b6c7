import type { Rule } from '../service/service.ts';
import { rulesFromText } from './rules-from-text.ts';

export type ReadRules = { rules: Rule[]; problem: null } | { problem: string };

/** Rules of a YAML, JSON or CSV file, or of a plain text with one rule in each line; else what is wrong with it. */
export async function rulesFromFile(name: string, text: string): Promise<ReadRules> {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  const { rulesFromCsv, rulesFromYaml } = await import('./rule-formats.ts');
  try {
    if (ending === 'csv') return found(name, rulesFromCsv(text));
    // JSON is YAML too.
    if (ending === 'yaml' || ending === 'yml' || ending === 'json') return found(name, rulesFromYaml(text));
    return found(name, rulesFromText(text));
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
    return { problem: `${name} could not be imported: ${why}` };
  }
}

function found(name: string, rules: Rule[]): ReadRules {
  return rules.length > 0 ? { rules, problem: null } : { problem: `${name} has no rules.` };
}
