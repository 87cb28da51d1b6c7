import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * The ids of the running processes of this machine whose command line contains these words, including those in other
 * namespaces.
 */
export function processesNaming(words: string): number[] {
  return commandLines().flatMap(([pid, command]) =>
    pid !== process.pid && command.includes(words) ? [pid] : [],
  );
}

/** The ids of the running children of this process whose command line contains these words. */
export function childrenNaming(words: string): number[] {
  return processesNaming(words).filter((pid) => parentOf(pid) === process.pid);
}

function parentOf(pid: number): number | null {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\)\s+/);
    return Number(fields.split(' ')[1]);
  } catch {
    if (existsSync('/proc/self/stat')) return null;
    return Number(execFileSync('ps', ['-p', String(pid), '-o', 'ppid='], { encoding: 'utf8' }));
  }
}

function commandLines(): [number, string][] {
  if (!existsSync('/proc/self/stat')) {
    const table = execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' });
    return table.split('\n').map((line) => [Number.parseInt(line, 10), line]);
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => [Number(pid), commandLine(pid)]);
}

/** The command line of a process; empty if the process has ended, even if its parent has not yet reaped it. */
function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
