import { readFile } from 'node:fs/promises';

/** Memory that a process holds, in bytes, or null where the system does not tell. */
export async function residentBytes(pid: number | undefined): Promise<number | null> {
  if (pid === undefined) return null;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
  const kilobytes = status === null ? null : /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return kilobytes === null || kilobytes === undefined ? null : Number(kilobytes) * 1024;
}
