import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { JobFile } from '../../../engine/job.ts';
import { badInput } from '../terminal/ending.ts';

/** Copies streams to disk while the command runs, because the engine can read only files. */
export class Spool {
  private folder: string | null = null;
  private readonly spooled = new Map<string, JobFile>();

  private readonly mostBytes: number;

  /** `mostBytes` is the maximum size of one stream. */
  constructor(mostBytes: number) {
    this.mostBytes = mostBytes;
  }

  /**
   * Copies a stream to a file and returns the file. `named` is `-` for standard input, otherwise the path of a pipe. A
   * stream can be read only once, so a second call with the same name returns the same file. Throws `bad_input` as soon
   * as a stream exceeds `mostBytes`, because a stream can be endless.
   */
  async take(named: string, signal: AbortSignal): Promise<JobFile> {
    const earlier = this.spooled.get(named);
    if (earlier) return earlier;
    this.folder ??= await mkdtemp(join(tmpdir(), 'proviso-'));
    const path = join(this.folder, `${this.spooled.size}.txt`);
    if (named === '-' && process.stdin.isTTY) process.stderr.write('Reading text; end it with Ctrl-D.\n');
    const source = named === '-' ? process.stdin : createReadStream(named);
    const name = named === '-' ? 'standard input' : basename(named);
    const most = this.mostBytes;
    async function* bounded(chunks: AsyncIterable<Buffer>) {
      let bytes = 0;
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > most)
          throw badInput(
            `${name} has more than the ${most / 1024 / 1024} MB that one file may have: split it`,
          );
        yield chunk;
      }
    }
    await pipeline(source, bounded, createWriteStream(path), { signal });
    const file = { name, ref: path, linkBase: basename(named) };
    this.spooled.set(named, file);
    return file;
  }

  async clear(): Promise<void> {
    if (this.folder !== null) await rm(this.folder, { recursive: true, force: true });
    this.folder = null;
  }
}
