/**
 * Started by `npm run bench`, or `npm run bench -- steps` for one part. Results depend on the machine and the moment,
 * so compare ratios, and ignore differences of less than a fifth.
 */
import { availableParallelism } from 'node:os';
import { reports } from './documents.ts';
import { lengths } from './lengths.ts';
import { manyFiles } from './many-files.ts';
import { memory } from './memory.ts';
import { modelCalls } from './model-calls.ts';
import { pagesSent } from './pages-sent.ts';
import { readMemory } from './read-memory.ts';
import { readSpeed } from './read-speed.ts';
import { requests } from './requests.ts';
import { startTime } from './start-time.ts';
import { steps } from './steps.ts';
import { storage } from './storage.ts';

const parts = {
  speed: {
    title:
      'Reading PDF: pages a second against pdftotext (whole processes in turn, median of 3; one run of pdftotext a file)',
    run: async () => readSpeed(await reports()),
  },
  readmemory: { title: 'Memory of reading one PDF (high-water mark of each process)', run: readMemory },
  memory: { title: 'Memory of `proviso check` (high-water mark of each process)', run: memory },
  steps: { title: 'Time in each step of a run (median of 3)', run: steps },
  lengths: {
    title:
      'A text of one shape that grows: seconds of processor time and highest memory of all processes (BENCH_FORMATS, BENCH_SHAPES choose)',
    run: lengths,
  },
  files: { title: 'One run over many files of three pages', run: manyFiles },
  requests: {
    title: 'Requests a second of processor time, layer by layer (8 connections, median of 5)',
    run: requests,
  },
  model: { title: 'A run with a model that takes 500 ms for each answer', run: modelCalls },
  sent: { title: 'Pages of filings that a model is sent first, with no model asked', run: pagesSent },
  storage: { title: 'Records of 1,000 owners: p95 in ms (BENCH_RECORDS sets how many)', run: storage },
  start: { title: 'From start to ready (median of 5)', run: startTime },
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.keys(parts).includes(name));
if (unknown.length > 0) {
  process.stderr.write(
    `no benchmark is called ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}\n`,
  );
  process.exit(2);
}

process.stdout.write(`Node ${process.version}, ${availableParallelism()} processors\n`);
for (const [name, { title, run }] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.stdout.write(`\n${title}\n`);
  process.stdout.write(`${await run()}\n`);
}
