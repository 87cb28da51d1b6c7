// Runs the built command again and again in one process, each time with its own folder, environment and standard input,
// and answers with what the command printed and with its exit code.

import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const command = new URL('../../../dist/run/cli.js', import.meta.url).href;
const program = fileURLToPath(new URL('../../../bin/proviso.js', import.meta.url));
const inherited = { ...process.env };
const streams = { stdout: process.stdout, stderr: process.stderr };
let count = 0;
// Each command adds its listeners.
process.setMaxListeners(0);

async function ended({ args, cwd, env, input }) {
  const printed = { stdout: '', stderr: '' };
  for (const [name, stream] of Object.entries(streams)) {
    stream.write = (text, ...rest) => {
      printed[name] += text;
      rest.find((one) => typeof one === 'function')?.();
      return true;
    };
  }
  // Not the environment of the process: native threads of the command before may read it, which crashes while it changes.
  process.env = { ...inherited, ...env };
  process.chdir(cwd);
  process.argv = [process.execPath, program, ...args];
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)]);
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
  count += 1;
  // Only the module that runs the command is evaluated again; everything that it imports stays loaded.
  await import(`${command}?${count}`);
  const code = process.exitCode;
  process.exitCode = undefined;
  for (const event of ['uncaughtException', 'unhandledRejection', 'SIGINT', 'SIGTERM'])
    process.removeAllListeners(event);
  for (const stream of Object.values(streams)) stream.removeAllListeners('error');
  return { ...printed, code };
}

// The command ends the process at an error that nothing caught: the log of the tests then says which.
const print = process.stderr.write.bind(process.stderr);
process.on('uncaughtExceptionMonitor', (error) => print(`${error?.stack ?? error}\n`));

let last = Promise.resolve();
process.on('message', (given) => {
  last = last.then(async () => process.send(await ended(given)));
});
process.on('disconnect', () => process.exit(0));
