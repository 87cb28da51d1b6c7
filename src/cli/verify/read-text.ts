import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { badInput } from '../terminal/failure.ts';

/** Maximum size of the answers, in bytes: 100,000 citations of some 600 characters. */
const mostBytes = 64 * 1024 * 1024;

/**
 * Reads the answers from a file, or from standard input for `-`. Throws `bad_input` if they cannot be read, are not
 * UTF-8, or have more than 64 MB; a larger file is not read at all.
 */
export async function readText(path: string, signal: AbortSignal): Promise<string> {
  if (path === '-') return decoded(await bytesOf(process.stdin, 'standard input', signal), 'standard input');
  const stats = await stat(path).catch((error: unknown) => {
    throw badInput(`the answers ${path} ${whyUnreadable(error)}`);
  });
  if (stats.isDirectory()) throw badInput(`the answers ${path} are a folder: name one file`);
  if (stats.size > mostBytes) throw tooLarge(path);
  const bytes = await bytesOf(createReadStream(path), path, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error instanceof Error && 'syscall' in error
      ? badInput(`the answers ${path} ${whyUnreadable(error)}`)
      : error;
  });
  return decoded(bytes, path);
}

async function bytesOf(stream: AsyncIterable<unknown>, name: string, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    signal.throwIfAborted();
    const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (!Buffer.isBuffer(part)) continue;
    bytes += part.length;
    if (bytes > mostBytes) throw tooLarge(name);
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}

function decoded(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badInput(`the answers in ${name} are not UTF-8 text: save them as JSON or Markdown in UTF-8`);
  }
}

function tooLarge(name: string) {
  return badInput(`the answers in ${name} have more than ${mostBytes / 1024 / 1024} MB: split them`);
}

function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'do not exist';
  if (code === 'EACCES' || code === 'EPERM') return 'are not readable for this user';
  return `cannot be read (${String(code ?? error)})`;
}
