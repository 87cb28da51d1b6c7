import { createWordsChecker } from '../../../../../engine/check/words/words-checker.ts';
import type { Answer } from '../../../../../engine/model/answer.ts';
import { keyRules } from '../../../../../engine/model/keys.ts';
import type { Source } from '../../../../../engine/model/source.ts';
import { createPassageIndex } from '../../../../../engine/retrieve/passage-index.ts';
import { source } from '../../../../support/sources.ts';

/** Sentences of an ordinary agreement that have nothing to do with the rules of these tests. */
export const filler = [
  'This document sets out how the parties work together on the project and what each of them brings to it.',
  'The steering group meets in the first week of the month. It keeps minutes and sends them to all members.',
  'Invoices are sent to the finance department, which books them to the cost centre of the project.',
  'Translations of this document are made for convenience. The English text prevails.',
  'Questions about the schedule are put to the office of the project manager in writing.',
];

/**
 * Returns the answer of the lexical checker to a rule. The document has one page for each string of `text`, with pages
 * of `filler` before and after them.
 */
export async function ask(
  description: string,
  text: string | readonly string[],
  { name = 'The rule', knowledge = [] }: { name?: string; knowledge?: readonly string[] } = {},
): Promise<Answer> {
  const pages = typeof text === 'string' ? [text] : text;
  const sources: Source[] = [source([...filler, ...pages, ...filler])];
  if (knowledge.length > 0) sources.push(source(knowledge, { name: 'policy.pdf', role: 'authority' }));
  return (await modelClient(sources))(description, name);
}

/** Returns a function that asks the lexical checker about one rule; every call uses the same sources. */
export async function modelClient(
  sources: readonly Source[],
): Promise<(description: string, name?: string) => Promise<Answer>> {
  const passageIndex = await createPassageIndex(sources);
  const checker = createWordsChecker();
  return async (description, name = 'The rule') => {
    const [rule] = keyRules([{ name, description }]);
    if (!rule) throw new Error('expected one rule');
    const evidence = await passageIndex.retrieve(rule, sources);
    const question = { rule, evidence, passages: passageIndex.passages, searched: sources };
    return (await checker.check(question, { signal: new AbortController().signal })).answer;
  };
}
