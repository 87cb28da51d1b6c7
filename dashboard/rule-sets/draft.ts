import type { Rule, RuleSet } from '../service/service.ts';

/** A rule being edited. `row` identifies its row while the page is open. A field that is undefined is not set. */
export type DraftRule = { [Field in keyof Rule]: Rule[Field] | undefined } & {
  row: number;
  name: string;
  description: string;
};

/** A rule set being edited. `outputFormat` is JSON text, empty if results have no shape of their own. */
export type Draft = Omit<Content, 'rules' | 'outputFormat'> & {
  rules: DraftRule[];
  outputFormat: string;
};

/** The fields that the editor changes. */
export type Content = Omit<
  RuleSet,
  '_id' | 'workspaceId' | 'userId' | 'status' | 'metadata' | 'createdAt' | 'updatedAt'
>;

export const emptyDraft: Draft = {
  ...{ name: '', description: '', rules: [], knowledgeFiles: [], contactNotifications: [] },
  ...{ outputFormat: '', secondSignOff: false },
};

let lastRow = 0;

export function draftRule(rule: Rule): DraftRule {
  lastRow += 1;
  return { ...rule, row: lastRow };
}

/** The draft of a stored rule set. A description that only repeats the name was left blank by the person. */
export function draftOf(content: Content): Draft {
  const { name, description, rules, knowledgeFiles, contactNotifications } = content;
  const { outputFormat, secondSignOff } = content;
  return {
    ...{ name, description: description === name ? '' : description, knowledgeFiles },
    ...{ contactNotifications, secondSignOff },
    rules: rules.map(draftRule),
    outputFormat: outputText(outputFormat),
  };
}

/**
 * The content of a draft as it is sent: a missing description of the rule set is replaced by its name. If a rule has
 * only a name or only a description, that text is sent as the name and as the description; the name is cut to 80
 * characters. Throws if the output shape is not a JSON object; `outputShapeOf` says why.
 */
export function contentOf({ name, description, rules, outputFormat, ...others }: Draft): Content {
  const shape = outputShapeOf(outputFormat);
  if ('problem' in shape) throw new Error(shape.problem);
  return {
    ...others,
    name: name.trim(),
    description: description.trim() || name.trim(),
    rules: rules.filter(isFilled).map(ruleOf),
    outputFormat: shape.value,
  };
}

/** A rule of a draft as it is sent: fields and entries that are still blank are left out. */
export function ruleOf({ row: _, name, description, ...others }: DraftRule): Rule {
  return {
    ...withoutBlanks(others),
    name: name.trim() || description.trim().slice(0, 80),
    description: description.trim() || name.trim(),
  };
}

type Fields = Omit<Rule, 'name' | 'description'>;

function withoutBlanks(fields: Omit<DraftRule, 'row' | 'name' | 'description'>): Fields;
function withoutBlanks(value: unknown): unknown;
function withoutBlanks(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (Array.isArray(value)) {
    const filled = value.map((entry: unknown) => withoutBlanks(entry)).filter(isSet);
    return filled.length === 0 && value.length > 0 ? undefined : filled;
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, part]) => [name, withoutBlanks(part)] as const);
  return Object.fromEntries(fields.filter(([, part]) => isSet(part)));
}

function isSet(value: unknown): boolean {
  return value !== undefined;
}

/** Whether two rules have the same fields. */
export function isSameRule(one: Rule, other: Rule): boolean {
  const textOf = (rule: Rule) => JSON.stringify(Object.entries(rule).sort());
  return textOf(one) === textOf(other);
}

type OutputFormat = Content['outputFormat'];

/** Reads the text of an output shape. An empty text means that there is none. */
export function outputShapeOf(text: string): { value: OutputFormat } | { problem: string } {
  if (text.trim() === '') return { value: null };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { problem: `The output shape is not valid JSON: ${why}` };
  }
  return isObject(value)
    ? { value }
    : { problem: 'The output shape must be a JSON object: write it in curly brackets.' };
}

function isObject(value: unknown): value is NonNullable<OutputFormat> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function outputText(outputFormat: OutputFormat): string {
  return outputFormat === null ? '' : JSON.stringify(outputFormat, null, 2);
}

export function isFilled({ name, description }: DraftRule): boolean {
  return name.trim() !== '' || description.trim() !== '';
}

/** A copy of the list in which the entry at index `from` is at index `to`. */
export function moved<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const rest = entries.filter((_, index) => index !== from);
  const entry = entries[from];
  return entry === undefined ? rest : [...rest.slice(0, to), entry, ...rest.slice(to)];
}

/** What another editor changed since `before`, in sentences. */
export function changesBetween(before: Content, after: Content): string[] {
  const changes = [
    ...(before.name === after.name ? [] : [`The name is now “${after.name}”.`]),
    ...(before.description === after.description ? [] : [`The description is now “${after.description}”.`]),
    ...changedRules(before.rules, after.rules),
    ...changedEntries('knowledge file', namesOf(before.knowledgeFiles), namesOf(after.knowledgeFiles)),
    ...changedEntries('recipient', before.contactNotifications, after.contactNotifications),
    ...(outputText(before.outputFormat) === outputText(after.outputFormat)
      ? []
      : ['The output shape was changed.']),
    ...(before.secondSignOff === after.secondSignOff
      ? []
      : [`A second person ${after.secondSignOff ? 'must' : 'need not'} sign off now.`]),
  ];
  return changes.length > 0 ? changes : ['The order of the rules or another setting was changed.'];
}

function changedRules(before: readonly Rule[], after: readonly Rule[]): string[] {
  const added = after.filter((rule) => !before.some((known) => isSameRule(known, rule)));
  const removed = before.filter((rule) => !after.some((known) => isSameRule(known, rule)));
  const reworded = removed.filter(({ name }) => added.some((rule) => rule.name === name));
  const isReworded = ({ name }: Rule) => reworded.some((rule) => rule.name === name);
  return [
    ...added
      .filter(isReworded)
      .map(({ name, description }) => `The rule “${name}” was changed: ${description}`),
    ...added
      .filter((rule) => !isReworded(rule))
      .map(({ name, description }) => `The rule “${name}” was added: ${description}`),
    ...removed.filter((rule) => !isReworded(rule)).map(({ name }) => `The rule “${name}” was removed.`),
  ];
}

function changedEntries(noun: string, before: readonly string[], after: readonly string[]): string[] {
  return [
    ...after.filter((entry) => !before.includes(entry)).map((entry) => `The ${noun} “${entry}” was added.`),
    ...before.filter((entry) => !after.includes(entry)).map((entry) => `The ${noun} “${entry}” was removed.`),
  ];
}

function namesOf(files: Content['knowledgeFiles']): string[] {
  return files.map(({ name }) => name);
}
