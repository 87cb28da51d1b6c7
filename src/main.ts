import { type Environment, ignoredSettings, readConfig } from './config.ts';
import { createLog } from './process/log.ts';
import { surviveRejections } from './process/process-faults.ts';

/**
 * Runs the service until the process is asked to stop. `tell` gets the lines to show to the operator. Throws
 * `bad_setting` for invalid settings.
 */
export async function serve(environment: Environment, tell: (line: string) => void): Promise<void> {
  const config = readConfig(environment);
  const log = createLog(config.LOG_LEVEL, 'server');
  surviveRejections(log);
  const asked = endAsked();
  // Loaded only now, so that invalid settings are reported without delay.
  const { startServer } = await import('./compose/app.ts');
  const server = await startServer(config, log, environment);
  const { first } = await server.accounts.signUpState();
  tell('Proviso is ready.');
  for (const line of server.describe()) tell(`  ${line}`);
  for (const line of ignoredSettings(environment)) tell(`  note: ${line}`);
  tell(first ? `Create your account and a token: ${server.url}/` : `Sign in: ${server.url}/`);
  tell(`API: ${server.url}/v1    reference: ${server.url}/docs`);
  await asked;
  tell('Stopping: finishing open requests and releasing runs.');
  await server.stop();
}

/**
 * Works on up to WORKERS runs at a time until the process is asked to stop. Throws `bad_setting` for invalid
 * settings.
 */
export async function work(environment: Environment, tell: (line: string) => void): Promise<void> {
  const config = readConfig(environment);
  const asked = endAsked();
  const { startLoneWorker } = await import('./compose/worker-process.ts');
  const log = createLog(config.LOG_LEVEL, 'worker');
  surviveRejections(log);
  const worker = await startLoneWorker(config, log);
  tell('Proviso works on runs.');
  for (const line of worker.describe()) tell(`  ${line}`);
  for (const line of ignoredSettings(environment)) tell(`  note: ${line}`);
  await asked;
  tell('Stopping: releasing runs.');
  await worker.stop();
}

/** Resolves at the first request to stop. A second request ends the process at once. */
function endAsked(): Promise<void> {
  return new Promise((resolve) => {
    let times = 0;
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.on(name, () => {
        times += 1;
        if (times > 1) process.exit(1);
        resolve();
      });
    }
  });
}
