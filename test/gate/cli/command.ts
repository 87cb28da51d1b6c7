import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import PDFDocument from 'pdfkit';
import { z } from 'zod';

const repository = resolve(import.meta.dirname, '../../..');
const command = join(repository, 'bin/proviso.js');

export type Ended = { code: number | null; stdout: string; stderr: string };
/**
 * `input` is written to standard input, which is then closed. Null keeps standard input open; undefined closes it at
 * once. `uid` is the id of the user that runs the command.
 */
type Surroundings = { cwd: string; input?: string | null; env?: Record<string, string>; uid?: number };

/** Starts the built command as a user would, in a separate folder. */
export function start(args: string[], { cwd, input, env = {}, uid }: Surroundings) {
  if (!existsSync(join(repository, 'dist/run/cli.js')))
    throw new Error('there is no build: run npm run build');
  const child = spawn(process.execPath, [command, ...args], {
    cwd,
    env: { ...inherited(), ...env },
    ...(uid !== undefined && { uid }),
  });
  if (input !== null) child.stdin.end(input ?? '');
  return child;
}

export async function proviso(args: string[], surroundings: Surroundings): Promise<Ended> {
  const child = start(args, surroundings);
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ended.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ended.stderr += text;
  });
  const [code] = await once(child, 'close');
  return { ...ended, code: typeof code === 'number' ? code : null };
}

function inherited(): NodeJS.ProcessEnv {
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...rest } = process.env;
  return rest;
}

type RunnerSurroundings = { cwd: string; env?: Record<string, string>; input?: string };

const endedSchema = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() });

/**
 * A process that runs built commands one after another. It saves the start of a process per command, for tests in which
 * the process is not what is tested.
 */
export class CommandRunner {
  #child: ChildProcess | null = null;
  #last: Promise<unknown> = Promise.resolve();

  run(args: string[], { cwd, env = {}, input = '' }: RunnerSurroundings): Promise<Ended> {
    const next = this.#last.then(() => this.#ended({ args, cwd, env, input }));
    this.#last = next.catch(() => {});
    return next;
  }

  stop(): void {
    if (this.#child?.connected) this.#child.disconnect();
    this.#child = null;
  }

  #ended(given: { args: string[] } & Required<RunnerSurroundings>): Promise<Ended> {
    this.#child ??= fork(join(import.meta.dirname, 'command-runner.mjs'), {
      env: inherited(),
      execArgv: [],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const exited = (code: number | null, signal: string | null) => {
        this.#child = null;
        reject(new Error(`the process ended (${code ?? signal}) during proviso ${given.args.join(' ')}`));
      };
      child.once('exit', exited);
      child.once('message', (answer) => {
        child.off('exit', exited);
        resolve(endedSchema.parse(answer));
      });
      child.send(given);
    });
  }
}

/** Creates a folder with these files for a test; `remove` deletes the folder. */
export function workFolder(files: Record<string, string | Buffer>): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'proviso-cli-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A PDF with one page for each paragraph. */
export async function pdfOf(pages: string[]): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false, info: { CreationDate: new Date(0) } });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(document, 'end');
  for (const text of pages) document.addPage().fontSize(12).text(text);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
