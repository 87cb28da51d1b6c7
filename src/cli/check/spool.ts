import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { JobFile } from '../../../engine/job.ts';

/** Keeps what comes through a stream on disk for as long as the command runs, since the engine reads files. */
export class Spool {
  private folder: string | null = null;
  private readonly spooled = new Map<string, JobFile>();

  /** `-` is standard input, anything else a pipe by its path. A stream can be read once, so its file is shared. */
  async take(named: string, signal: AbortSignal): Promise<JobFile> {
    const earlier = this.spooled.get(named);
    if (earlier) return earlier;
    this.folder ??= await mkdtemp(join(tmpdir(), 'proviso-'));
    const path = join(this.folder, `${this.spooled.size}.txt`);
    if (named === '-' && process.stdin.isTTY) process.stderr.write('Reading text; end it with Ctrl-D.\n');
    const source = named === '-' ? process.stdin : createReadStream(named);
    await pipeline(source, createWriteStream(path), { signal });
    const name = named === '-' ? 'standard input' : basename(named);
    const file = { name, ref: path, linkBase: basename(named) };
    this.spooled.set(named, file);
    return file;
  }

  async clear(): Promise<void> {
    if (this.folder !== null) await rm(this.folder, { recursive: true, force: true });
    this.folder = null;
  }
}
