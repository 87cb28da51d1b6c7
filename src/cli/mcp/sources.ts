import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JobFile, supportedExtensions } from '../../../engine/index.ts';
import type { Warning } from '../../../engine/model/result.ts';
import type { Sources } from '../../mcp/agent-service.ts';
import { filesBehind } from '../check/input-files.ts';
import { type Folders, LocalFailure } from './folders.ts';

export type OpenedSources = { files: JobFile[]; warnings: Warning[]; close(): Promise<void> };

/**
 * Finds the files and writes the texts to a temporary folder, which `close` deletes. Throws `file_not_allowed`,
 * `file_not_found` and `bad_input`.
 */
export async function openSources({ files, texts }: Sources, folders: Folders): Promise<OpenedSources> {
  const paths: string[] = [];
  for (const file of files) paths.push(await folders.find(file));
  const found = await filesBehind(paths, {
    supported: supportedExtensions,
    except: [],
    spool: async (named) => {
      throw new LocalFailure('file_not_allowed', `${named} is not a file`);
    },
  });
  if (texts.length === 0) return { ...found, close: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'proviso-mcp-'));
  const written: JobFile[] = [];
  for (const [index, { name, text }] of texts.entries()) {
    const ref = join(folder, `${index}.txt`);
    await writeFile(ref, text);
    written.push({ name, ref, linkBase: name });
  }
  return {
    files: [...found.files, ...written],
    warnings: found.warnings,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
