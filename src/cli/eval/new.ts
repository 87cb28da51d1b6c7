import { basename, dirname, relative, resolve } from 'node:path';
import { z } from 'zod';
import { resultSchema } from '../../../engine/model/result.ts';
import { draftCase } from '../../eval/cases/draft-case.ts';
import { badInput, type ExitCode, exitCodes } from '../terminal/ending.ts';
import { ensureWritable, writeTo } from '../terminal/output.ts';
import type { NewOptions } from './options.ts';
import { readJson } from './show.ts';

/** The JSON of a run: the output of `check --format json`, or a project from the API. */
const runSchema = z.union([
  resultSchema.pick({ findings: true, files: true }),
  z
    .object({ data: z.object({ result: resultSchema.pick({ findings: true, files: true }) }) })
    .transform(({ data }) => data.result),
]);

/** `proviso eval new`: writes the draft of a case. */
export async function evalNew(
  path: string,
  files: readonly string[],
  options: NewOptions,
): Promise<ExitCode> {
  const { out, blind = false } = options;
  if (out !== undefined) await ensureWritable(out);
  const run = await runIn(path);
  const folder = dirname(resolve(out ?? '.', out === undefined ? 'case.yaml' : '.'));
  const placed = (role: 'input' | 'authority'): string[] =>
    run.files
      .filter((file) => file.role === role)
      .map(({ name }) => {
        const found = files.find((file) => basename(file) === basename(name));
        if (found === undefined) throw badInput(`the run read ${name}: name this file after the result`);
        return relative(folder, resolve(found)).replaceAll('\\', '/');
      });
  const text = draftCase(run, {
    name: options.name ?? basename(path, '.json'),
    documents: placed('input'),
    knowledge: placed('authority'),
    blind,
  });
  await writeTo(out, text);
  return exitCodes.done;
}

async function runIn(path: string): Promise<z.output<typeof runSchema>> {
  const parsed = runSchema.safeParse(await readJson(path, 'a result'));
  if (!parsed.success)
    throw badInput(`${path} is not the result of a run: create it with proviso check --format json`);
  return parsed.data;
}
