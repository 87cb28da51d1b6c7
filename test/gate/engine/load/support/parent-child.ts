import { FileReading } from '../../../../../engine/load/sandbox/read-file.ts';
import { readerPool } from '../../../../../engine/load/sandbox/reader.ts';

/** Reads the given file with a reader process, whose parent is this process. */
const memoryBytes = 256 * 1024 * 1024;
const pool = readerPool({ entry: new URL('./hostile-child.ts', import.meta.url), size: 1, memoryBytes });
const task = {
  format: 'text',
  path: process.argv[2] ?? '',
  hints: {},
  fileMs: 60_000,
  memoryBytes,
  pages: 1,
  characters: 1_000_000,
} as const;
await new FileReading(pool, task).parts(new AbortController().signal).next();
