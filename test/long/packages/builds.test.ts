import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { repositoryRoot } from '../../gate/unit/house/repository.ts';
import { documentedShell, runAsWritten } from '../../support/documented-shell.ts';

const action = z
  .object({
    inputs: z.record(z.string(), z.object({ default: z.string().optional() })),
    runs: z.object({
      steps: z.array(z.object({ env: z.record(z.string(), z.string()), run: z.string() })),
    }),
  })
  .parse(parse(readFileSync(join(repositoryRoot, 'action.yml'), 'utf8')));

const folders: string[] = [];
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proviso-build-'));
  folders.push(folder);
  mkdirSync(join(folder, 'contracts'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write(
    'rules.yaml',
    `- name: Payment period
  description: The Customer shall pay invoices within 30 days of receipt.
- name: Unicorns
  description: Unicorns must be groomed with silver combs.
  ifAbsent: violated
`,
  );
  write('contracts/terms of 2026.md', 'The Customer shall pay invoices within 30 days of receipt.\n');
});
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

describe('the GitHub Action', () => {
  it('writes annotations, SARIF and JUnit, and fails with the exit code of the check', async () => {
    const ended = await runAction({ files: ' contracts/\n', rules: 'rules.yaml', 'fail-on': 'violated' });
    expect(ended.code).toBe(1);
    expect(ended.log).toMatch(/^::error title=Unicorns%3A violated%2C NOT FOUND::/m);
    expect(ended.log).toContain('rule 2 “Unicorns”: violated, NOT FOUND: all files');
    expect(ended.output).toBe('exit-code=1\nsarif=proviso.sarif\njunit=proviso-junit.xml\n');
    const sarif = JSON.parse(readFileSync(join(folder, 'proviso.sarif'), 'utf8'));
    expect(sarif.runs[0].artifacts[0].location.uri).toBe('contracts/terms%20of%202026.md');
    expect(readFileSync(join(folder, 'proviso-junit.xml'), 'utf8')).toContain('<testsuites');
  });

  it('passes every input to the check as one argument, whatever is in it', async () => {
    writeFileSync(join(folder, 'my rules; touch x.yaml'), readFileSync(join(folder, 'rules.yaml')));
    writeFileSync(join(folder, '--version'), 'The Customer shall pay invoices within 30 days of receipt.\n');
    const ended = await runAction({
      files: 'contracts/terms of 2026.md\n--version',
      rules: 'my rules; touch x.yaml',
      knowledge: 'contracts/terms of 2026.md',
      scope: 'each',
      ...{ 'fail-on': '', sarif: '$(touch y).sarif', junit: '', annotations: 'false' },
    });
    expect(ended).toMatchObject({ code: 0, output: 'exit-code=0\nsarif=$(touch y).sarif\njunit=\n' });
    expect(ended.log).not.toContain('::');
    expect(readFileSync(join(folder, '$(touch y).sarif'), 'utf8')).toContain('"uri": "--version"');
  });

  it('fails with exit code 2 and names no report if the input is wrong', async () => {
    const ended = await runAction({ files: 'nothing/', rules: 'rules.yaml' });
    expect(ended).toMatchObject({ code: 2, output: 'exit-code=2\n' });
    expect(ended.log).toContain('nothing/ does not exist');
  });
});

describe('docs/ci.md', () => {
  it('has a shell command that fails on a proven violation only and writes three reports', async () => {
    const [block = ''] = documentedShell('docs/ci.md', 'In a shell');
    await runAsWritten(block, folder, {});
    for (const name of ['proviso.sarif', 'proviso.xml', 'proviso.html'])
      expect(readFileSync(join(folder, name), 'utf8').length).toBeGreaterThan(1_000);
    const strict = block.replace('violated:confirmed,', 'violated,');
    await expect(runAsWritten(strict, folder, {})).rejects.toMatchObject({
      ...{ code: 1, stdout: '', stderr: expect.stringContaining('rule 2 “Unicorns”: violated') },
    });
  });

  it('has a GitLab job whose script runs, and workflows that are YAML with inputs that the action has', async () => {
    const page = readFileSync(join(repositoryRoot, 'docs/ci.md'), 'utf8');
    const [workflow, job] = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text]) =>
      parse(text ?? ''),
    );
    const { contracts } = z.object({ contracts: z.object({ script: z.array(z.string()) }) }).parse(job);
    const checkout = `git clone -q "${repositoryRoot}" proviso`;
    await runAsWritten([checkout, ...contracts.script].join('\n'), folder, {});
    expect(readFileSync(join(folder, 'proviso.xml'), 'utf8')).toContain('<testcase');
    const { jobs } = z
      .object({
        jobs: z.object({
          check: z.object({
            steps: z.array(
              z.object({ uses: z.string(), with: z.record(z.string(), z.unknown()).optional() }),
            ),
          }),
        }),
      })
      .parse(workflow);
    const step = jobs.check.steps.find(({ uses }) => uses.startsWith('OWNER/proviso@'));
    expect(Object.keys(step?.with ?? {}).filter((name) => !(name in action.inputs))).toEqual([]);
  });
});

/** Runs the steps of the action as a runner does: with Bash, in the folder of the repository that uses it. */
async function runAction(given: Record<string, string>) {
  const output = join(folder, '..', `${folder.split('/').at(-1)}-output`);
  folders.push(output);
  writeFileSync(output, '');
  const written = (expression: string) =>
    expression
      .replace(/\$\{\{ github\.action_path \}\}/g, repositoryRoot)
      .replace(
        /\$\{\{ inputs\.([\w-]+) \}\}/g,
        (_, name) => given[name] ?? action.inputs[name]?.default ?? '',
      );
  let log = '';
  for (const { env, run } of action.runs.steps) {
    const values = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, written(value)]));
    const ended = await promisify(execFile)('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      cwd: folder,
      env: {
        ...process.env,
        ...values,
        GITHUB_OUTPUT: output,
        GITHUB_WORKSPACE: folder,
        GITHUB_ACTIONS: 'true',
      },
    }).then(
      (done) => ({ code: 0, ...done }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    log += ended.stdout + ended.stderr;
    if (ended.code !== 0) return { code: ended.code, log, output: readFileSync(output, 'utf8') };
  }
  return { code: 0, log, output: readFileSync(output, 'utf8') };
}
