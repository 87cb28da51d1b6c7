import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { codeOf } from '../../../engine/model/errors.ts';
import { badInput, CommandFailure } from '../terminal/ending.ts';
import { parseWritten, type Written } from './parse.ts';

/**
 * Reads a file, as JSON if its extension is `.json`, otherwise as YAML. `what` describes the file in messages, such as
 * "the rules file". Throws `bad_input` if the file cannot be read, has a duplicate key, or nests values too deeply.
 */
export async function readWritten(path: string, what: string, name = basename(path)): Promise<Written> {
  return parseWritten(await readText(path, what), name);
}

/** The text of a UTF-8 file. Throws `bad_input` if the file cannot be read; `what` describes it in the message. */
export async function readText(path: string, what: string): Promise<string> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw badInput(`${what} ${path} ${whyUnreadable(error)}`);
  });
  return decoded(bytes, `${what} ${path}`);
}

const megabyte = 1024 * 1024;

/**
 * The UTF-8 text of a file, or of standard input for `-`, like `readText`. Throws `bad_input` too as soon as more than
 * `mostBytes` were read, because a stream can be endless.
 */
export async function readAtMost(
  path: string,
  what: string,
  { mostBytes, signal }: { mostBytes: number; signal: AbortSignal },
): Promise<string> {
  const name = `${what} ${path === '-' ? 'from standard input' : path}`;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    const stream: AsyncIterable<Uint8Array> = path === '-' ? process.stdin : createReadStream(path);
    for await (const chunk of stream) {
      signal.throwIfAborted();
      bytes += chunk.length;
      if (bytes > mostBytes) throw badInput(`${name} has more than ${mostBytes / megabyte} MB: split it`);
      chunks.push(chunk);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof CommandFailure ? error : badInput(`${name} ${whyUnreadable(error)}`);
  }
  return decoded(Buffer.concat(chunks), name);
}

function decoded(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badInput(`${name} is not UTF-8 text`, 'Save it in UTF-8.');
  }
}

/** Why a file cannot be read, as the end of a sentence about it. */
export function whyUnreadable(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'does not exist';
  if (code === 'EISDIR') return 'is a folder';
  if (code === 'EACCES' || code === 'EPERM') return 'is not readable for this user';
  return `cannot be read (${error instanceof Error ? error.message : String(error)})`;
}
