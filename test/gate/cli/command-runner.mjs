// Runs built commands one after another in one process, each in its own folder and environment, and answers with what
// the command printed and with its exit code.

import { run } from '../../../dist/src/cli/program.js';

const inherited = { ...process.env };
const streams = { stdout: process.stdout, stderr: process.stderr };

async function ended({ args, cwd, env }) {
  const printed = { stdout: '', stderr: '' };
  for (const [name, stream] of Object.entries(streams)) {
    stream.write = (text, ...rest) => {
      printed[name] += text;
      rest.find((one) => typeof one === 'function')?.();
      return true;
    };
  }
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, inherited, env);
  process.chdir(cwd);
  const code = await run([process.execPath, 'proviso', ...args]);
  process.removeAllListeners('uncaughtException');
  for (const stream of Object.values(streams)) stream.removeAllListeners('error');
  return { ...printed, code };
}

let last = Promise.resolve();
process.on('message', (command) => {
  last = last.then(async () => process.send(await ended(command)));
});
process.on('disconnect', () => process.exit(0));
