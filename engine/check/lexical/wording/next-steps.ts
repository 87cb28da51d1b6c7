import type { Passages } from '../../../model/passage.ts';
import type { Compared } from '../compare/compared.ts';
import type { Decision } from '../compare/decide.ts';
import {
  actorWords,
  askedActor,
  clauseName,
  furtherWords,
  isAbout,
  isAnyParty,
  lackedNames,
  limitWords,
  listed,
  shortened,
  withoutNumber,
} from './phrases.ts';

/** What a reviewer should read or look for in the documents to decide one duty, most important first. */
export function nextSteps(decision: Decision, passages: Passages): string[] {
  const { asked, compared, standing, decisive, against, outcome } = decision;
  if (!compared) return [readPassages];
  const clause = clauseName(compared.candidate, passages) ?? 'the quoted sentence';
  const steps: string[] = [];
  if (against) {
    const other = clauseName(against.candidate, passages) ?? 'the other passage';
    steps.push(`Decide whether ${clause} or ${other} applies.`);
  }
  if (decisive?.where === 'opening') steps.push(`Read the text before ${clause}: it may not be in force.`);
  else if (decisive)
    steps.push(`Decide how this passage affects ${clause}: “${shortened(withoutNumber(decisive.text))}”.`);
  const others = (standing?.bearings ?? []).filter(
    (bearing) =>
      bearing.text !== decisive?.text && bearing.effect !== 'mentions' && bearing.likely !== 'mentions',
  );
  for (const { text } of others.slice(0, mostOthers))
    steps.push(`Read this passage too: “${shortened(withoutNumber(text))}”.`);
  if (outcome === 'undetermined') steps.push(readPassages, ...openSteps(compared, asked, clause));
  steps.push(...wordSteps(compared, decision, clause));
  if (steps.length > 0) return steps;
  return [
    standing && !standing.alone
      ? `Read ${clause} with the sentences around it: they may limit it.`
      : `Compare ${clause} with the rule word for word.`,
  ];
}

/** A reader is sent to at most this many passages that may bear on the clause. */
const mostOthers = 3;
const readPassages = 'Read the passages shown and decide whether they meet the rule.';

/** Steps to look for the parts of the rule that the clause lacks. */
function openSteps({ comparison }: Compared, asked: Decision['asked'], clause: string): string[] {
  const { missing, actor, limits } = comparison;
  const rule = asked.statement;
  const steps: string[] = [];
  if (/^(?:unnamed|other|qualified)$/.test(actor) && isAbout(comparison))
    steps.push(
      isAnyParty(asked)
        ? `Check who acts in ${clause}.`
        : `Check who acts in ${clause}: the rule names “${actorWords(rule) ?? askedActor(asked)}”.`,
    );
  const absent = limits.find(({ stated }) => stated === null);
  if (absent)
    steps.push(
      `Look for a number in and around ${clause}: the rule says “${limitWords(rule, absent.asked)}”.`,
    );
  const lacked = [...new Set([...lackedNames(comparison, asked), ...missing])];
  if (lacked.length > 0)
    steps.push(`Look for ${listed(lacked, 'or')}, or other words for the same, in and around ${clause}.`);
  return steps;
}

/** Steps to check the words of the clause that differ from the rule and may mean something else. */
function wordSteps(
  { comparison, verdict }: Compared,
  { asked, outcome }: Decision,
  clause: string,
): string[] {
  if (verdict.part === 'law') return [];
  const { statement, missing, extra, missingNames, spelledOut, otherNames } = comparison;
  if (outcome === 'undetermined' && !isAbout(comparison)) return [];
  const steps: string[] = [];
  const [verb, own] = [asked.statement, statement].map(({ binding, tokens }) =>
    binding.verb === null ? undefined : tokens[binding.verb],
  );
  if (verb && own && verb.term !== own.term && comparison.act)
    steps.push(`Check that “${own.word}” in ${clause} means the same as “${verb.word}” in the rule.`);
  for (const { name, words } of spelledOut)
    steps.push(`Check that “${words}” in ${clause} means “${name}” in the rule.`);
  if (outcome !== 'undetermined' && missing.length > 0)
    steps.push(`Look for ${listed(missing, 'or')}, or other words for the same, in and around ${clause}.`);
  // Names are not repeated here if the statement already says that the names of the clause and of the rule differ.
  const others = missingNames.length > 0 ? otherNames : [];
  const further = furtherWords({ statement, extra: extra.filter((word) => !others.includes(word)) });
  if (further !== null)
    steps.push(`Check whether the other words of ${clause} change what the rule asks for.`);
  return steps;
}
