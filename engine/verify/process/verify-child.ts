import type { Source } from '../../model/source.ts';
import type { VerifiedCitation } from '../../model/verification.ts';
import { answerParent } from '../../sandbox/answer-parent.ts';
import { startGuard } from '../../sandbox/guard.ts';
import { VerificationSearch } from '../verification-search.ts';
import type { Question, Reply } from './protocol.ts';

/** A batch of verdicts ends with the one that reaches this length as JSON. */
const batchCharacters = 128 * 1024;

let search: VerificationSearch | null = null;
let source: Source | null = null;

async function answer(question: Question): Promise<Reply> {
  switch (question.ask) {
    case 'begin':
      source = null;
      search = new VerificationSearch(question.citations, question.sources, { breathe: async () => {} });
      return { reply: 'ready' };
    case 'source':
      source = question.source;
      return { reply: 'ready' };
    case 'ranges':
      for (const range of question.ranges) source?.content.ranges.push(range);
      return { reply: 'ready' };
    case 'search':
      if (source) await search?.search(source);
      source = null;
      return { reply: 'ready' };
    case 'verdicts':
      return { reply: 'verdicts', verdicts: batch(search?.verdicts(question.failed, question.from) ?? []) };
  }
}

function batch(verdicts: Iterable<VerifiedCitation>): string {
  const texts: string[] = [];
  let characters = 0;
  for (const verdict of verdicts) {
    const text = JSON.stringify(verdict);
    texts.push(text);
    characters += text.length;
    if (characters >= batchCharacters) break;
  }
  return `[${texts.join(',')}]`;
}

startGuard();
answerParent(answer);
