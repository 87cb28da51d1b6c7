import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../support/wait.ts';
import { CommandRunner, pdfOf, proviso, start, workFolder } from './command.ts';

const rules = '- name: Notice period\n  description: Notice of at most 30 days must be enough.\n';
/** A format whose pattern takes very long for any text, so that the process works long enough to be found. */
const slowFormat = { type: 'object', properties: { a: { type: 'string', pattern: '^([^]+)+\u0000$' } } };
const sentences = Array.from({ length: 60 }, (_, index) => `Clause ${index} has a notice of ${index} days.`);

const runner = new CommandRunner();
const pages = Array.from({ length: 400 }, () => sentences.join(' '));
const folder = workFolder({
  'rules.yml': rules,
  'slow.json': JSON.stringify({
    rules: [{ name: 'Notice', description: 'Notice of at most 30 days must be enough.' }],
    outputFormat: slowFormat,
  }),
  'large.pdf': await pdfOf(pages),
  'small.md': sentences.join('\n\n'),
});
const temporary = join(folder.path, 'tmp');
mkdirSync(temporary);
afterAll(() => {
  runner.stop();
  folder.remove();
});

/** The ids of the child processes of a process, as Linux lists them; empty if the process has ended. */
function childrenOf(pid: number | string | undefined): string[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  } catch {
    return [];
  }
}

function descendantsOf(pid: number | string | undefined): string[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** The ids of the descendant processes that run the module for creating outputs. */
function shapersOf(pid: number | undefined): string[] {
  return descendantsOf(pid).filter((child) => {
    const [program, ...args] = commandOf(child);
    return program === process.execPath && args.some((arg) => arg.includes('shape-child'));
  });
}

function commandOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

describe('an interruption of proviso check', () => {
  it('while standard input is read ends with exit code 130 and leaves nothing behind', async () => {
    const args = ['check', '-', '--rules', 'rules.yml', '--out', 'report.md'];
    const child = start(args, { cwd: folder.path, input: null, env: { TMPDIR: temporary } });
    const ended = once(child, 'close');
    await waitFor(() => expect(readdirSync(temporary)).toHaveLength(1));
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    expect(readdirSync(temporary)).toEqual([]);
    expect(readdirSync(folder.path).filter((name) => name.includes('report'))).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'while a file is parsed ends with exit code 130, ends the parser, and writes nothing',
    async () => {
      const args = ['check', 'large.pdf', '--rules', 'rules.yml', '--out', 'report.md'];
      const child = start(args, { cwd: folder.path });
      const ended = once(child, 'close');
      let parsers: string[] = [];
      await waitFor(() => {
        parsers = childrenOf(child.pid);
        expect(parsers).not.toEqual([]);
      });
      child.kill('SIGINT');
      expect(await ended).toEqual([130, null]);
      await waitFor(() => expect(parsers.filter(isAlive)).toEqual([]));
      expect(readdirSync(folder.path).filter((name) => name.includes('report'))).toEqual([]);
    },
  );

  it.runIf(process.platform === 'linux').each(['SIGINT', 'SIGTERM'] as const)(
    'while an output is created ends at once, ends the process that creates the output, and writes nothing: %s',
    async (signal) => {
      const args = ['check', 'small.md', '--rules', 'slow.json', '--out', 'report.json'];
      const child = start(args, { cwd: folder.path });
      const ended = once(child, 'close');
      // The first process has checked the format before files are read; the second one creates the output. It is stopped,
      // so that it never answers.
      let shaper = '';
      await waitFor(() => {
        const [, second] = shapersOf(child.pid);
        expect(second).toBeDefined();
        shaper = second ?? '';
        process.kill(Number(shaper), 'SIGSTOP');
      });
      child.kill(signal);
      expect(await ended).toEqual([130, null]);
      await waitFor(() => expect(isAlive(shaper)).toBe(false));
      expect(readdirSync(folder.path).filter((name) => name.includes('report'))).toEqual([]);
    },
  );
});

function isAlive(pid: string): boolean {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
}

describe('the process of proviso', () => {
  it('ends quietly if the program that reads its output disconnects', async () => {
    const args = ['check', 'small.md', '--rules', 'rules.yml', '--format', 'json'];
    const child = start(args, { cwd: folder.path });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(stderr).toBe('');
  });

  it('reports a bug with exit code 70 and one line, and prints the stack only on request', async () => {
    // A folder below a file can neither exist nor be created.
    const gone = join(folder.path, 'rules.yml', 'gone');
    const args = ['check', '-', '--rules', 'rules.yml'];
    const plain = await proviso(args, { cwd: folder.path, env: { TMPDIR: gone } });
    expect(plain.code).toBe(70);
    expect(plain.stderr).toMatch(
      /^proviso: this is a bug in proviso, not a problem with your files: .*mkdtemp/,
    );
    expect(plain.stderr).not.toContain('    at ');
    const debugged = await proviso(args, { cwd: folder.path, env: { TMPDIR: gone, PROVISO_DEBUG: '1' } });
    expect(debugged.code).toBe(70);
    expect(debugged.stderr).toMatch(/mkdtemp[\s\S]*\n +at /);
  });

  it('prints its help and its version to standard output', async () => {
    const help = await runner.run(['check', '--help'], { cwd: folder.path });
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toContain('--fail-on <what>');
    const version = await runner.run(['--version'], { cwd: folder.path });
    expect(version).toMatchObject({ code: 0, stderr: '' });
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
