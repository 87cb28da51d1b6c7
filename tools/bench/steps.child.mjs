// `steps.child.mjs together|each shaped|plain RULES FILE...` runs one analysis, as a worker does, and prints how long
// each step took, in ms. The steps are LangChain runnables with names, so a callback handler sees them begin and end;
// the times of reading and shaping follow from the engine's events. Boxes are located while further rules are checked,
// so their time is the time in which nothing else of a rule was under way.

import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import { registerConfigureHook, setContextVariable } from '@langchain/core/context';
import { parse } from 'yaml';
import {
  analyzeInto,
  closeLoading,
  createWordsChecker,
  defaultLimits,
  keyRules,
} from '../../dist/engine/index.js';
import { openLocalFile } from '../../dist/engine/load/local-files.js';
import { compilePatternsOnce, growHeapSlowly, optimizeLater } from '../../dist/src/process/v8-options.js';

class StepTimes extends BaseCallbackHandler {
  name = 'step times';
  awaitHandlers = true;
  began = new Map();
  firstBegan = null;
  sums = {};
  underWay = { checking: 0, locating: 0 };
  changed = 0;
  waited = 0;

  handleChainStart(_chain, _inputs, runId, _parentRunId, _tags, _metadata, _runType, runName) {
    if (runName === 'rule') this.firstBegan ??= performance.now();
    this.count(runName, 1);
    this.began.set(runId, { runName, at: performance.now() });
  }

  handleChainEnd(_outputs, runId) {
    const { runName, at } = this.began.get(runId);
    this.began.delete(runId);
    this.count(runName, -1);
    this.sums[runName] = (this.sums[runName] ?? 0) + performance.now() - at;
  }

  count(runName, change) {
    const { checking, locating } = this.underWay;
    const now = performance.now();
    if (locating > 0 && checking === 0) this.waited += now - this.changed;
    this.changed = now;
    if (runName === 'locate boxes') this.underWay.locating += change;
    if (['retrieve', 'check', 'verify', 'label'].includes(runName)) this.underWay.checking += change;
  }
}

const [scope, form, rulesFile, ...files] = process.argv.slice(2);
const { rules, outputFormat } = parse(readFileSync(rulesFile, 'utf8'));
growHeapSlowly();
optimizeLater();
compilePatternsOnce();
const times = new StepTimes();
setContextVariable('proviso_bench', times);
registerConfigureHook({ contextVar: 'proviso_bench' });

const job = {
  runId: '0'.repeat(24),
  rules: keyRules(rules),
  knowledge: [],
  inputs: files.map((path) => ({ name: path, ref: path, linkBase: path })),
  scope,
  outputFormat: form === 'shaped' ? outputFormat : null,
  limits: defaultLimits,
  earlier: [],
};
const ports = {
  openSource: openLocalFile,
  // As in the service, extracted text is in the record store.
  sourceCache: { get: async () => null, put: async () => {} },
  clock: { now: () => new Date() },
  checker: createWordsChecker(),
};
const at = { started: performance.now(), read: 0, answered: 0, checked: 0, ended: 0 };
let retained = 0;
const onEvent = ({ type, done, total }) => {
  if (type === 'file_ended') at.read = performance.now();
  if (type === 'finding') at.checked = performance.now();
  if (type === 'finding' && done === 1) at.answered = at.checked;
  if (type === 'finding' && done === total && form === 'plain') retained = usedMemory();
};
const kept = [];
/** As in the service, findings are in the record store, and in memory only if an output is created from them. */
const keeper = {
  keep: (finding) => {
    if (job.outputFormat !== null) kept.push(finding);
  },
  all: async () => kept,
};
const result = await analyzeInto(keeper, job, ports, { signal: new AbortController().signal, onEvent });
at.ended = performance.now();
closeLoading();

/** Referenced bytes in the heap and in array buffers. */
function usedMemory() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const { retrieve, check, verify, label } = times.sums;
process.stdout.write(
  JSON.stringify({
    pages: result.files.reduce((sum, file) => sum + (file.pages ?? 0), 0),
    rules: rules.length,
    retained,
    firstAnswer: at.answered - at.started,
    total: at.ended - at.started,
    // Files that are separate subjects are checked while others are read; the time of reading is that before the first check.
    steps: {
      load: Math.min(at.read, times.firstBegan) - at.started,
      index: Math.max(0, times.firstBegan - at.read),
      retrieve,
      check,
      verify,
      label,
      boxes: times.waited,
      shape: at.ended - at.checked,
    },
  }),
);
