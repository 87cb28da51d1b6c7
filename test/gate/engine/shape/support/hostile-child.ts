import { writeFileSync } from 'node:fs';
import { answerParent } from '../../../../../engine/sandbox/answer-parent.ts';
import { startGuard } from '../../../../../engine/sandbox/guard.ts';
import type { Question, Reply } from '../../../../../engine/shape/process/protocol.ts';

/** The name by which tests find this process. */
const [, , ownName = ''] = process.argv;

/** A process that, instead of creating an output, does what the only key of the output format says. */
startGuard();
answerParent(async (question: Question): Promise<Reply> => {
  if (question.ask !== 'shape') return { reply: 'ready' };
  const [[order = '', path] = []] = Object.entries(JSON.parse(question.format));
  switch (order) {
    case 'loop for ever':
      if (typeof path === 'string' && path !== '') writeFileSync(path, ownName);
      for (;;) Math.sqrt(2);
    case 'fill the heap':
      for (const heap: number[][] = []; ; ) heap.push(new Array<number>(1e6).fill(heap.length + 0.5));
    case 'fill buffers':
      for (const buffers: Buffer[] = []; ; ) buffers.push(Buffer.alloc(8 * 1024 * 1024, 1));
    case 'exit':
      return process.exit(3);
    case 'fail':
      return { reply: 'failed', message: 'a bug' };
    case 'answer nonsense':
      process.send?.({ reply: 'shaped', shaped: 42 });
      break;
  }
  const shaped = {
    output: ownName,
    outputSources: {},
    outputGaps: {},
    warnings: [],
    unnamed: [],
  };
  return { reply: 'shaped', shaped: JSON.stringify(shaped) };
});
