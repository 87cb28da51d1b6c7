import { statfs } from 'node:fs/promises';

/** The bytes that this user can still write to the disk of a folder. Throws the system's error for a missing folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Throws if the disk of a folder has less room than `bytes`. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const free = await freeBytes(folder);
  if (free < bytes) throw new Error(`${folder} has ${megabytes(free)} free, less than ${megabytes(bytes)}`);
}

/** A number of bytes for people. */
export function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 / 1024)} MB`;
}
