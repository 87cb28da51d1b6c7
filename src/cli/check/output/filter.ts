import type { Job } from '../../../../engine/job.ts';
import type { FindingFilter } from '../../../services/report/finding-filter.ts';
import { badInput } from '../../terminal/ending.ts';
import type { CheckOptions } from '../options.ts';

type Only = Pick<CheckOptions, 'onlyOutcome' | 'onlyLabel' | 'onlyRule' | 'onlyFile' | 'onlyText'>;

/** An error lists at most this many names. */
const mostNames = 10;

/** Whether the options select a part of the findings. */
export function isFiltered({ onlyOutcome, onlyLabel, onlyRule, onlyFile, onlyText }: Only): boolean {
  return [onlyOutcome, onlyLabel, onlyRule, onlyFile, onlyText].some((one) => one !== undefined);
}

/**
 * Returns the filter of the report that the options describe. Throws `bad_input` if they name a rule or a file that the
 * run does not have, or a name that several have.
 */
export function filterOf(options: Only, { rules, inputs }: Pick<Job, 'rules' | 'inputs'>): FindingFilter {
  const { onlyOutcome, onlyLabel, onlyRule, onlyFile, onlyText } = options;
  if (onlyText?.trim() === '')
    throw badInput('--only-text has no word: name the words that findings must contain');
  return {
    ...(onlyOutcome !== undefined && { outcome: onlyOutcome }),
    ...(onlyLabel !== undefined && { label: onlyLabel }),
    ...(onlyRule !== undefined && { rule: ruleKey('--only-rule', onlyRule, rules) }),
    ...(onlyFile !== undefined && { file: fileIndex(onlyFile, inputs) }),
    ...(onlyText !== undefined && { text: onlyText }),
  };
}

/** The key of the rule that an option names: by its key, its name or its number. Throws `bad_input`. */
export function ruleKey(option: string, wanted: string, rules: Job['rules']): string {
  const name = folded(wanted);
  const found =
    rules.find(({ key }) => key === wanted) ??
    onlyOne(
      `${option} ${wanted}`,
      rules.filter((rule) => folded(rule.name) === name),
      ({ index }) => `rule ${index + 1}`,
    ) ??
    rules.find(({ index }) => String(index + 1) === wanted.trim());
  if (found) return found.key;
  const names = rules.map((rule) => `${rule.index + 1}. ${rule.name}`);
  throw badInput(`${option} ${wanted} is not a rule of this check, which has ${listed(names)}`);
}

function fileIndex(wanted: string, inputs: Job['inputs']): number {
  const path = wanted.replace(/^\.\//, '');
  const all = inputs.map(({ name, linkBase }, index) => ({
    name,
    linkBase: linkBase.replace(/^\.\//, ''),
    index,
  }));
  const found = onlyOne(
    `--only-file ${wanted}`,
    all.filter(({ name, linkBase }) => linkBase === path || name === path),
    ({ linkBase }) => linkBase,
  );
  if (found) return found.index;
  throw badInput(
    `--only-file ${wanted} is not a file of this check, which has ${listed(inputs.map(({ name }) => name))}`,
  );
}

/** The one entry of a list, undefined if it is empty. Throws `bad_input` if it has more. */
function onlyOne<Item>(
  option: string,
  found: readonly Item[],
  place: (item: Item) => string,
): Item | undefined {
  if (found.length < 2) return found[0];
  throw badInput(`${option} is the name of ${listed(found.map(place))}: name one of them`);
}

function listed(names: readonly string[]): string {
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return `${names.slice(0, mostNames).join(', ')}${more}`;
}

function folded(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}
