import { writeFileSync } from 'node:fs';
import { offer } from '../../../../../engine/sandbox/offer.ts';
import type { Shaped } from '../../../../../engine/shape/shaped.ts';

/** The name by which tests find this process. */
const [, , ownName = ''] = process.argv;

/** A process that, instead of creating an output, does what the only key of the output format says. */
function shape(format: string): Shaped {
  const [[order = '', path] = []] = Object.entries(JSON.parse(format));
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
      throw new Error('a bug');
    case 'answer nonsense':
      process.send?.({ reply: 'returned', json: 42 });
      break;
  }
  return { output: ownName, outputSources: {}, outputGaps: {}, warnings: [], unnamed: [] };
}

offer({ begin() {}, take() {}, shape });
