/**
 * Started by `npm run bench`, or `npm run bench -- steps` for one part. Results depend on the machine and the moment,
 * so compare ratios, and ignore differences of less than a fifth. `npm run bench -- --compare` measures the bars alone, and
 * fails if one is worse than its recorded figure in `bars.json` by more than a fifth.
 */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { barFigures } from './bar-figures.ts';
import { barTable, regressions } from './bars.ts';
import { claimTimes } from './claims.ts';
import { reports } from './documents.ts';
import { lengths } from './lengths.ts';
import { manyFiles } from './many-files.ts';
import { memory } from './memory.ts';
import { modelCalls } from './model-calls.ts';
import { oneChanged } from './one-changed.ts';
import { pagesLinear } from './pages-linear.ts';
import { pagesSent } from './pages-sent.ts';
import { readMemory } from './read-memory.ts';
import { readSpeed } from './read-speed.ts';
import { requests } from './requests.ts';
import { schedulerSimulation } from './scheduler.ts';
import { soak } from './soak.ts';
import { startTime } from './start-time.ts';
import { steps } from './steps.ts';
import { storage } from './storage.ts';
import { workers } from './workers.ts';

const parts = {
  bars: {
    title: 'Today beside the bars (ratios within this run; docs/performance.md has the history)',
    run: async () => barTable(await barFigures()),
  },
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
  pages: {
    title: '40 rules by words over many pages of reports (BENCH_PAGES sets how many; hours by default)',
    run: pagesLinear,
  },
  sent: { title: 'Pages of filings that a model is sent first, with no model asked', run: pagesSent },
  changed: { title: 'One of many files changed, checked again (BENCH_FILES sets how many)', run: oneChanged },
  storage: { title: 'Records of 1,000 owners: p95 in ms (BENCH_RECORDS sets how many)', run: storage },
  claims: { title: 'Claiming the next of many waiting runs (BENCH_WAITING sets how many)', run: claimTimes },
  workers: { title: 'The same projects, checked by 1 to 8 worker processes', run: workers },
  scheduler: {
    title: 'Claims, leases and fences with simulated workers and a simulated clock (BENCH_WORKERS)',
    run: schedulerSimulation,
  },
  soak: {
    title: 'Memory and open files of a server under many requests and runs (BENCH_REQUESTS, BENCH_RUNS)',
    run: soak,
  },
  start: { title: 'From start to ready (median of 5)', run: startTime },
};

/** The day and the machine, for the first line. */
function machine(): string {
  const [{ model = 'unknown processor' } = {}] = cpus();
  const load = loadavg().map((value) => value.toFixed(1));
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, Node ${process.version}, ${availableParallelism()} processors (${model}), load ${load.join(' ')}`;
}

/** Parts that take hours, and therefore run only if they are named. */
const long = ['pages', 'soak'];

const given = process.argv.slice(2);
const asked = given.filter((argument) => argument !== '--compare');
const unknown = asked.filter((name) => !Object.keys(parts).includes(name));
if (unknown.length > 0) {
  process.stderr.write(
    `no benchmark is called ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}\n`,
  );
  process.exit(2);
}

if (given.includes('--compare')) {
  process.stdout.write(`${machine()}\n`);
  const figures = await barFigures();
  const worse = regressions(figures);
  process.stdout.write(`${barTable(figures)}\n`);
  process.stdout.write(worse.map((line) => `worse by more than a fifth: ${line}\n`).join(''));
  process.exit(worse.length > 0 ? 1 : 0);
}

process.stdout.write(`${machine()}\n`);
for (const [name, { title, run }] of Object.entries(parts)) {
  if (asked.length > 0 ? !asked.includes(name) : long.includes(name)) continue;
  process.stdout.write(`\n${title}\n`);
  process.stdout.write(`${await run()}\n`);
}
