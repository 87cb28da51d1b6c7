// Runs steps one after another, whatever fails, and ends with one table. `.ci/run` and `npm run test:long` use it. It is
// plain JavaScript without packages, because `.ci/run` needs it before anything is installed.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How long a step that reached its limit has to end by itself, in ms. */
const graceMs = 10_000;

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} command The program and its arguments.
 * @property {number} limitSeconds After this time the step and all its processes are ended, and it has failed.
 * @property {string} [skipped] Why the step does not run.
 * @property {string} [without] What the step cannot test on this machine.
 * @property {Record<string, string>} [env] More environment variables.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ step: Step, seconds: number, result: string, failed: boolean, counts: Counts }} Ended
 */

/**
 * Runs every step, prints the table and the number of tests, and returns whether all steps passed.
 *
 * @param {readonly Step[]} steps
 * @returns {Promise<boolean>}
 */
export async function runSteps(steps) {
  /** @type {Ended[]} */
  const ended = [];
  for (const step of steps) {
    print(`\n==> ${step.name}`);
    if (step.skipped !== undefined) print(`    skipped: ${step.skipped}`);
    ended.push(await runStep(step));
  }
  print(`\n${table(ended)}`);
  const counts = sum(ended.map((one) => one.counts));
  if (counts.passed + counts.failed > 0)
    print(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return ended.every((one) => !one.failed);
}

/**
 * @param {Step} step
 * @returns {Promise<Ended>}
 */
async function runStep(step) {
  const none = { passed: 0, failed: 0, skipped: 0 };
  if (step.skipped !== undefined)
    return { step, seconds: 0, result: `skipped: ${step.skipped}`, failed: false, counts: none };
  const folder = mkdtempSync(join(tmpdir(), 'proviso-step-'));
  const log = join(folder, 'tests.jsonl');
  const started = performance.now();
  try {
    const problem = await processEnd(step, log);
    const { counts, running } = readTestLog(log);
    for (const test of running) print(`    was running: ${test}`);
    const passed = step.without === undefined ? 'passed' : `passed, without ${step.without}`;
    return {
      step,
      seconds: (performance.now() - started) / 1000,
      result: problem === null ? passed : [problem, ...running.slice(0, 3)].join('; was running: '),
      failed: problem !== null,
      counts,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs the program of a step. Returns null if it passed, else what was wrong.
 *
 * @param {Step} step
 * @param {string} log Where `test/support/test-log.ts` writes which tests run and have run.
 * @returns {Promise<string | null>}
 */
function processEnd({ command: [program = '', ...args], limitSeconds, env }, log) {
  return new Promise((resolve) => {
    // A group of its own, so that the limit ends the processes that the step started too.
    const child = spawn(program, args, {
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env, TEST_LOG: log },
    });
    let late = false;
    const limit = setTimeout(() => {
      late = true;
      endGroup(child.pid, 'SIGTERM');
      setTimeout(() => endGroup(child.pid, 'SIGKILL'), graceMs).unref();
    }, limitSeconds * 1000);
    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => {
      endGroup(child.pid, signal);
      process.exit(130);
    };
    process.once('SIGINT', pass).once('SIGTERM', pass);
    /** @param {string | null} problem */
    const end = (problem) => {
      clearTimeout(limit);
      process.off('SIGINT', pass).off('SIGTERM', pass);
      if (late) endGroup(child.pid, 'SIGKILL');
      resolve(late ? `FAILED: reached its limit of ${limitSeconds} s` : problem);
    };
    child.once('error', (error) => end(`FAILED: ${error.message}`));
    child.once('exit', (code, signal) =>
      end(code === 0 ? null : `FAILED: ${signal === null ? `exit code ${code}` : signal}`),
    );
  });
}

/**
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} signal
 */
function endGroup(pid, signal) {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}

/**
 * Counts the tests of a step, and names those that had begun and not ended.
 *
 * @param {string} path
 * @returns {{ counts: Counts, running: string[] }}
 */
function readTestLog(path) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  /** @type {Set<string>} */
  const running = new Set();
  let lines = [''];
  try {
    lines = readFileSync(path, 'utf8').split('\n');
  } catch {
    // The step ran no tests.
  }
  for (const line of lines) {
    const [, event, name = ''] = /^(begun|passed|failed|skipped|ended) (.*)$/.exec(line) ?? [];
    if (event === 'begun') running.add(name);
    else running.delete(name);
    if (event === 'passed' || event === 'failed' || event === 'skipped') counts[event] += 1;
  }
  // A file of tests counts only if none of its tests is known to be running.
  const tests = [...running].filter((name) => name.includes(' > '));
  return { counts, running: tests.length > 0 ? tests : [...running] };
}

/**
 * @param {readonly Counts[]} all
 * @returns {Counts}
 */
function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const one of all) {
    total.passed += one.passed;
    total.failed += one.failed;
    total.skipped += one.skipped;
  }
  return total;
}

/**
 * @param {readonly Ended[]} ended
 * @returns {string}
 */
function table(ended) {
  const rows = ended.map(({ step, seconds, result }) => [step.name, seconds.toFixed(0), result]);
  const head = ['step', 'seconds', 'result'];
  const total = ended.reduce((all, { seconds }) => all + seconds, 0).toFixed(0);
  const last = ['all', total, ended.some(({ failed }) => failed) ? 'FAILED' : 'passed'];
  const [first = 0, second = 0] = [0, 1].map((column) =>
    Math.max(...[head, ...rows, last].map((row) => row[column]?.length ?? 0)),
  );
  return [head, ...rows, last]
    .map(
      ([name = '', time = '', result = '']) => `${name.padEnd(first)}  ${time.padStart(second)}  ${result}`,
    )
    .join('\n');
}

/** @param {string} text */
function print(text) {
  process.stdout.write(`${text}\n`);
}
