import { readdir, readFile } from 'node:fs/promises';

/** The kernel's unit of memory on nearly every machine. */
const pageBytes = 4096;

/** Memory that all processes of a group use, in bytes; 0 where the system does not report it. */
export async function groupBytes(group: number | undefined): Promise<number> {
  if (group === undefined) return 0;
  const names = await readdir('/proc').catch(() => []);
  const states = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(stateOf));
  return states.reduce((sum, one) => sum + (one.group === group ? one.bytes : 0), 0);
}

/** Fields of proc(5): the second, the process's name, is in brackets and may contain anything. */
async function stateOf(process: string): Promise<{ group: number; bytes: number }> {
  const state = await readFile(`/proc/${process}/stat`, 'utf8').catch(() => '');
  const fields = state.slice(state.lastIndexOf(')') + 2).split(' ');
  return { group: Number(fields[2] ?? 0), bytes: Number(fields[21] ?? 0) * pageBytes };
}
