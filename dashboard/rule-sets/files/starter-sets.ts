import type { ReadRules } from './rule-formats.ts';

/** The rule sets that a person can begin with: the name of the file in `samples/rule-sets` and what people call it. */
export const starterSets = [
  { file: 'data-processing-agreement', title: 'Data-processing agreement' },
  { file: 'information-security-policy', title: 'Information-security policy' },
  { file: 'nda', title: 'Non-disclosure agreement' },
  { file: 'saas-contract', title: 'SaaS contract' },
] as const;

const texts = import.meta.glob<string>('../../../samples/rule-sets/*.yaml', {
  query: '?raw',
  import: 'default',
});

/** Loads the rules of a starter rule set. */
export async function loadStarterSet(file: (typeof starterSets)[number]['file']): Promise<ReadRules> {
  const name = `${file}.yaml`;
  const text = texts[`../../../samples/rule-sets/${name}`];
  if (!text) throw new Error(`The starter rule set ${name} is missing from the build.`);
  const { rulesFromYaml } = await import('./rule-formats.ts');
  return rulesFromYaml(await text(), name);
}
