import { createLog } from '../../../../src/process/log.ts';
import { endOnUncaught, surviveRejections } from '../../../../src/process/process-faults.ts';

/** A process with one unhandled rejection and one uncaught error, which prints what it does afterwards. */
const log = createLog('info', 'faulty');
const say = (line: string) => process.stdout.write(`${line}\n`);
surviveRejections(log);
endOnUncaught(log, async () => {
  say('runs were handed back');
});
void Promise.reject(new Error('planted rejection'));
setTimeout(() => {
  say('still working');
  throw new Error('planted error');
}, 0);
