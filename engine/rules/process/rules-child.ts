import { answerParent } from '../../sandbox/answer-parent.ts';
import { startGuard } from '../../sandbox/guard.ts';
import { type Found, foundIn } from '../extract/found-in.ts';
import { namedRules } from '../extract/naming.ts';
import { lintRules } from '../lint/lint-rules.ts';
import type { Question, Reply, TextOfFile } from './protocol.ts';

let found: { fileIndex: number; all: Found[] }[] = [];

async function answer(question: Question): Promise<Reply> {
  switch (question.ask) {
    case 'ready':
      found = [];
      return { reply: 'ready' };
    case 'find':
      return { reply: 'found', sentences: find(question.file, question.most) };
    case 'name': {
      const all = found.sort((one, other) => one.fileIndex - other.fileIndex);
      found = [];
      return { reply: 'named', named: JSON.stringify(namedRules(all.map((file) => file.all))) };
    }
    case 'lint':
      return { reply: 'linted', problems: JSON.stringify(await lintRules(question.rules)) };
  }
}

function find({ fileIndex, name, content }: TextOfFile, most: number): number {
  const all: Found[] = [];
  for (const one of foundIn({ name, content })) {
    all.push(one);
    if (all.length >= most) break;
  }
  found.push({ fileIndex, all });
  return all.length;
}

startGuard();
answerParent(answer);
