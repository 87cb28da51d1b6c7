import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { lastSentence } from '../../../support/long-texts.ts';
import { type MeasuredProcess, measureProcess } from '../../../support/measured-process.ts';
import { processesNaming } from '../../../support/processes.ts';

export type Content = string | Uint8Array;

/** The expected result of `proviso check` for a hostile file. */
export type Expected = {
  code: number;
  /** A pattern that the output must match; null if the output is not tested. */
  prints: RegExp | null;
  /** The answer to the rule that asks for `lastSentence`; `found` is CONFIRMED or ESTIMATED. */
  label?: 'found' | 'CONFIRMED' | 'ESTIMATED' | 'NOT FOUND' | 'not assessed';
};

export type Hostile = {
  /** The name of the file or folder that is checked. */
  name: string;
  /** What is hostile about the file, if the name does not say it. */
  about?: string;
  /** The content of the file. */
  content?: () => Content | Promise<Content>;
  /**
   * Creates the files to check in this folder, and returns the arguments of the command; by default the argument is the
   * name.
   */
  make?: (folder: string) => string[] | undefined;
  /** The path of a file to use as standard input. */
  input?: string;
  expected: Expected;
  /**
   * The expected most processor time of all processes, in seconds, which the reporter compares with the time used. The
   * process is killed only after ten times as much wall time, and not before two minutes, so that only a hang fails.
   */
  seconds?: number;
  /**
   * The expected most resident memory of all processes at one moment, in MB, which the reporter compares with the memory
   * used. The test fails only above twice as much.
   */
  megabytes?: number;
  /** Whether this machine has the required programs. */
  possible?: boolean;
};

/** What an ordinary file needs at most, which covers the start, the imports and one reader process. */
const ordinary = { seconds: 5, megabytes: 400 };
/** What a legitimate file with extreme content needs at most (docs/limits.md). */
export const extreme = { seconds: 20, megabytes: 600 };

/**
 * What a file needs at most whose reader process is ended at its own limits: 768 MB for the reader process, plus the
 * memory of the command.
 */
export const sandboxed = { seconds: 15, megabytes: 1_000 };

/** Expects that the file is reported as not read, with what to do. */
export const notRead = (reason: RegExp): Expected => ({ code: 3, prints: reason, label: 'not assessed' });
/** Expects that the file is read. */
export const read = (label: Expected['label'] = 'NOT FOUND', warning: RegExp | null = null): Expected => ({
  code: 0,
  prints: warning,
  label,
});

const proviso = fileURLToPath(new URL('../../../../bin/proviso.js', import.meta.url));
const rules = [{ name: 'Records', description: lastSentence }];
const hasProc = existsSync('/proc/self/status');

declare module 'vitest' {
  interface TaskMeta {
    /** The processor time in seconds and the memory in MB that were used, each with the expected most. */
    took?: { seconds: number; mostSeconds: number; megabytes: number; mostMegabytes: number };
  }
}

/** Declares a test for each entry: `proviso check` must end with the expected result, and leave nothing behind. */
export function checkEach(about: string, entries: readonly Hostile[]): void {
  describe.skipIf(!hasProc)(about, () => {
    for (const entry of entries) {
      const title = entry.about === undefined ? entry.name : `${entry.name}: ${entry.about}`;
      const { seconds, megabytes } = { ...ordinary, ...entry };
      const killAfterMs = Math.max(120, seconds * 10) * 1_000;
      const timeout = killAfterMs + 60_000;
      it.skipIf(entry.possible === false)(title, { timeout }, async ({ task }) => {
        await inFolder(async (folder) => {
          const ended = await checked(entry, folder, killAfterMs);
          const took = {
            seconds: (ended.processorMs ?? 0) / 1_000,
            mostSeconds: seconds,
            megabytes: (ended.peak?.tree ?? 0) / 1024 / 1024,
            mostMegabytes: megabytes,
          };
          task.meta.took = took;
          expectGood(ended, entry);
          expect(took.megabytes, 'MB of memory').toBeLessThanOrEqual(2 * megabytes);
          await expect.poll(() => processesNaming(folder), { message: 'processes left' }).toEqual([]);
          expect(readdirSync(join(folder, 'tmp')), 'temporary files left').toEqual([]);
        });
      });
    }
  });
}

async function checked(entry: Hostile, folder: string, killAfterMs: number): Promise<MeasuredProcess> {
  const work = join(folder, 'work');
  mkdirSync(join(folder, 'tmp'));
  mkdirSync(work);
  writeFileSync(join(folder, 'rules.json'), JSON.stringify({ rules }));
  if (entry.content) writeFileSync(join(work, entry.name), await entry.content());
  const args = entry.make?.(work) ?? [`./${entry.name}`];
  const input = entry.input === undefined ? undefined : openSync(entry.input, 'r');
  try {
    return await measureProcess(process.execPath, [proviso, 'check', '--rules', '../rules.json', ...args], {
      // LibreOffice is not on every machine and has its own limits, so it is not used here.
      env: { PATH: process.env.PATH, TMPDIR: join(folder, 'tmp'), HOME: work, PAGE_LAYOUT: 'off' },
      cwd: work,
      killAfterMs,
      ...(input !== undefined && { input }),
    });
  } finally {
    if (input !== undefined) closeSync(input);
  }
}

function expectGood({ code, late, stdout, stderr }: MeasuredProcess, { name, expected }: Hostile): void {
  const printed = `${stdout}\n${stderr}`;
  expect(late, `the command was killed at its time limit; it had printed:\n${printed.slice(0, 2_000)}`).toBe(
    false,
  );
  expect(printed).not.toMatch(/\n\s+at /);
  // The terminal must receive no control characters and no direction characters of a file.
  expect(printed).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  const label = labelIn(stdout) ?? '';
  if (expected.label === 'found')
    expect(['CONFIRMED', 'ESTIMATED'], printed.slice(0, 4_000)).toContain(label);
  else if (expected.label) expect(label, printed.slice(0, 4_000)).toBe(expected.label);
  expect(code, printed.slice(0, 4_000)).toBe(expected.code);
  if (expected.prints) {
    const ofFile = expected.code === 3 ? lineOf(stderr, name) : printed;
    expect(ofFile).toMatch(expected.prints);
  }
}

/** The message about a file that was not read, or all output if there is no such message. */
function lineOf(stderr: string, name: string): string {
  const start = `proviso: warning: ${name} was not read: `;
  return (
    stderr
      .split('\n')
      .find((line) => line.startsWith(start))
      ?.slice(start.length) ?? `(nothing about ${name})\n${stderr}`
  );
}

function labelIn(stdout: string): string | undefined {
  return /^ 1 {2}Records .*(CONFIRMED|ESTIMATED|NOT FOUND|not assessed)$/m.exec(stdout)?.[1];
}

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'proviso-hostile-'));
  try {
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
