import { type Rule, type RuleChange, repeatedIds, ruleWith } from '../../engine/model/rule.ts';
import { type FieldProblem, refuseInvalid } from './errors.ts';
import type { PoliticsContent, PoliticsFile } from './politics.ts';

/** Changes to the rule at the position `index`. */
export type RuleUpdate = RuleChange & { index: number };

/** A change to a rule set: fields to replace and operations on single entries, in any combination. */
export type PoliticsPatch = Partial<PoliticsContent> & {
  addRules?: Rule[];
  removeRules?: number[];
  updateRule?: RuleUpdate;
  addKnowledgeFiles?: PoliticsFile[];
  removeKnowledgeFiles?: number[];
  addContactNotifications?: string[];
  removeContactNotifications?: string[];
};

/**
 * Returns the changed rule set. The changes are applied in this order:
 * 1. Fields are replaced. Every index in the patch refers to the lists after this step.
 * 2. The rule `updateRule` is changed.
 * 3. Entries are removed. Naming an entry twice is the same as naming it once. Recipients to remove that are not in the
 *    list are ignored.
 * 4. Entries are added.
 *
 * Throws `validation_failed` with every problem; then nothing is applied.
 */
export function applyPatch(current: PoliticsContent, patch: PoliticsPatch): PoliticsContent {
  const base = replaced(current, patch);
  const problems = [
    ...updateProblems(base, patch),
    ...indexProblems('removeRules', patch.removeRules, base.rules.length, 'rules'),
    ...indexProblems('removeKnowledgeFiles', patch.removeKnowledgeFiles, base.knowledgeFiles.length, 'files'),
  ];
  const placed = [
    ...without(updated(base.rules, patch.updateRule), patch.removeRules),
    ...(patch.addRules ?? []).map((rule, at) => ({ rule, path: `addRules[${at}]` })),
  ];
  const rules = placed.map(({ rule }) => rule);
  if (rules.length === 0) problems.push(emptyProblem(patch));
  for (const { index, message } of repeatedIds(rules))
    problems.push({ path: `${placed[index]?.path}.id`, message });
  refuseInvalid(problems);
  const leaving = new Set(patch.removeContactNotifications);
  return {
    ...base,
    rules,
    knowledgeFiles: [
      ...without(base.knowledgeFiles, patch.removeKnowledgeFiles),
      ...(patch.addKnowledgeFiles ?? []),
    ],
    contactNotifications: [
      ...base.contactNotifications.filter((entry) => !leaving.has(entry)),
      ...(patch.addContactNotifications ?? []),
    ],
  };
}

function replaced(current: PoliticsContent, patch: PoliticsPatch): PoliticsContent {
  const metadata = patch.metadata ?? current.metadata;
  const secondSignOff = patch.secondSignOff ?? current.secondSignOff;
  return {
    name: patch.name ?? current.name,
    description: patch.description ?? current.description,
    rules: patch.rules ?? current.rules,
    knowledgeFiles: patch.knowledgeFiles ?? current.knowledgeFiles,
    contactNotifications: patch.contactNotifications ?? current.contactNotifications,
    outputFormat: patch.outputFormat === undefined ? current.outputFormat : patch.outputFormat,
    ...(metadata && { metadata }),
    secondSignOff: secondSignOff ?? false,
  };
}

/** The rules with the update, and where the request or the record has each of them. */
function updated(rules: Rule[], update: RuleUpdate | undefined): { rule: Rule; path: string }[] {
  const { index, ...change } = update ?? { index: -1 };
  return rules.map((rule, at) =>
    at === index ? { rule: ruleWith(rule, change), path: 'updateRule' } : { rule, path: `rules[${at}]` },
  );
}

function without<Item>(items: Item[], indices: number[] | undefined): Item[] {
  const leaving = new Set(indices);
  return items.filter((_, at) => !leaving.has(at));
}

function updateProblems(base: PoliticsContent, { updateRule }: PoliticsPatch): FieldProblem[] {
  if (updateRule === undefined) return [];
  const problems = indexProblems('updateRule.index', [updateRule.index], base.rules.length, 'rules').map(
    (problem) => ({ ...problem, path: 'updateRule.index' }),
  );
  if (Object.keys(updateRule).length < 2) {
    problems.push({
      path: 'updateRule',
      message: 'needs a field of the rule to change, such as name or description',
    });
  }
  return problems;
}

function indexProblems(
  field: string,
  indices: number[] | undefined,
  count: number,
  what: string,
): FieldProblem[] {
  return (indices ?? []).flatMap((index, at) =>
    index >= 0 && index < count
      ? []
      : [
          {
            path: `${field}[${at}]`,
            message: `is ${index}, but there are ${count} ${what}: ${rangeOf(count)}`,
          },
        ],
  );
}

function rangeOf(count: number): string {
  if (count === 0) return 'no index is possible';
  return count === 1 ? 'only 0 is possible' : `give 0 to ${count - 1}`;
}

function emptyProblem(patch: PoliticsPatch): FieldProblem {
  const path = patch.removeRules === undefined ? 'rules' : 'removeRules';
  return { path, message: 'would remove the last rule: a rule set needs at least one' };
}
