import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Part, Reading } from '../../../../../engine/load/part.ts';
import { answerQuestions } from '../../../../../engine/load/sandbox/answer.ts';
import { openReading } from '../../../../../engine/load/sandbox/readers.ts';
import { startGuard } from '../../../../../engine/sandbox/guard.ts';
import { makeScratch } from '../../../../../engine/sandbox/scratch.ts';

/**
 * A reader process whose reader of text files obeys orders: it does what the file says. Other formats have their real
 * readers.
 */
startGuard();
answerQuestions(async (format, path, hints) => {
  if (format !== 'text') return openReading(format, path, hints);
  const order = (await readFile(path, 'utf8')).trim();
  return { ...inert, parts: () => obey(order, path) };
});

const inert: Omit<Reading, 'parts'> = {
  countedAs: 'file',
  pageCount: null,
  warnings: () => [],
  unread: () => [],
  close: async () => {},
};

async function* obey(order: string, path: string): AsyncGenerator<Part> {
  yield line(order);
  const port = /^connect to (\d+)$/.exec(order)?.[1];
  if (port !== undefined) yield line(await connecting(Number(port)));
  switch (order) {
    case 'sign and loop for ever':
      writeFileSync(`${path}.folder`, await makeScratch());
      writeFileSync(`${path}.looping`, '');
      for (;;) Math.sqrt(2);
    case 'loop for ever':
      for (;;) Math.sqrt(2);
    case 'never answer':
      await new Promise(() => setInterval(() => {}, 1000));
      break;
    case 'fill the heap':
      for (const heap: number[][] = []; ; ) heap.push(new Array<number>(1e6).fill(heap.length + 0.5));
    case 'fill buffers':
      for (const buffers: Buffer[] = []; ; ) buffers.push(Buffer.alloc(8 * 1024 * 1024, 1));
    case 'crash':
      process.kill(process.pid, 'SIGSEGV');
      await new Promise(() => setInterval(() => {}, 1000));
      break;
    case 'exit':
      process.exit(3);
      break;
    case 'throw':
      throw new Error('a bug in the reader');
    case 'answer nonsense':
      process.send?.({ reply: 'parts', parts: [{ text: 42 }], done: true });
      break;
    case 'tell the environment':
      yield line(Object.keys(process.env).sort().join(','));
      break;
    case 'tell the process':
      yield line(String(performance.timeOrigin));
      break;
    case 'tell all processes':
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        yield line(readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '));
      }
      break;
  }
}

/** Tries to connect to this port of its own host. Returns `connected` or the code of the error. */
async function connecting(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect').then(
    () => 'connected',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  );
}

function line(text: string): Part {
  return {
    locator: { kind: 'lines', from: 1, to: 1 },
    text: `${text}\n`,
    method: 'text',
    headings: [],
    marginLines: [],
  };
}
