// The steps of the gate, each with its time limit. A step takes at most a third of its limit on a quiet machine.
import { runSteps } from '../test/steps.mjs';

const passed = await runSteps([
  { name: 'Chromium', command: ['.ci/chromium'], limitSeconds: 240 },
  { name: 'npm ci', command: ['npm', 'ci'], limitSeconds: 300 },
  { name: 'npm run demo', command: ['npm', 'run', 'demo'], limitSeconds: 60 },
  { name: 'npm run check', command: ['npm', 'run', 'check'], limitSeconds: 240 },
  { name: 'npm test', command: ['npm', 'test'], limitSeconds: 600 },
]);
process.exit(passed ? 0 : 1);
