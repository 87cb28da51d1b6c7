import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The processes of this machine that run and whose command line has these words, also those in other namespaces. */
export function processesNaming(words: string): number[] {
  return commandLines().flatMap(([pid, command]) =>
    pid !== process.pid && command.includes(words) ? [pid] : [],
  );
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

/** Empty when the process has ended, even if it was not waited for. */
function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
