import { text } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** One file of an archive as text, read without using Proviso's code. */
export async function zipEntry(archive: Uint8Array, name: string): Promise<string> {
  const opened = await fromBufferPromise(Buffer.from(archive));
  for await (const entry of opened.eachEntry()) {
    if (entry.fileName === name) return text(await opened.openReadStreamPromise(entry));
  }
  throw new Error(`the archive has no file ${name}`);
}
