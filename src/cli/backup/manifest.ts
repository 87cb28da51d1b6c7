import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { badInput } from '../terminal/ending.ts';

/** The names of what a backup contains. */
export const contents = { records: 'records.jsonl', files: 'files', secret: 'secret' } as const;
const manifestName = 'backup.json';

/** The version of the layout. It increases when an earlier release could not restore the backup. */
const format = 1;

const manifestSchema = z.strictObject({
  proviso: z.literal('backup'),
  format: z.int(),
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The SHA-256 of the records, in hex. */
  recordsSha256: z.string(),
  files: z.int(),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** Written last, so that a backup without it is incomplete. */
export async function writeManifest(
  folder: string,
  about: Pick<Manifest, 'version' | 'createdAt' | 'files'>,
): Promise<void> {
  const recordsSha256 = await sha256Of(join(folder, contents.records));
  const manifest: Manifest = { proviso: 'backup', format, recordsSha256, ...about };
  await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
}

/** Throws `bad_input` if the folder is not a complete backup, or if its records have changed. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => {
    throw badInput(
      `${folder} is not a backup: it has no ${manifestName}. Name a folder that proviso backup wrote.`,
    );
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw badInput(`${join(folder, manifestName)} is damaged: it is not JSON. Restore another backup.`);
  }
  const head = z.object({ format: z.int() }).safeParse(json);
  if (head.success && head.data.format > format)
    throw badInput(`a newer release wrote ${folder} (format ${head.data.format}): update Proviso`);
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) {
    const [problem] = parsed.error.issues;
    const field = problem?.code === 'unrecognized_keys' ? problem.keys[0] : problem?.path[0];
    const what =
      field === undefined ? 'it is not an object' : `its field ${String(field)} is missing or wrong`;
    throw badInput(`${join(folder, manifestName)} is damaged: ${what}. Restore another backup.`);
  }
  const records = join(folder, contents.records);
  const found = await sha256Of(records).catch(() => 'no file');
  if (found !== parsed.data.recordsSha256)
    throw badInput(
      `${records} is damaged: its SHA-256 is not the one in ${manifestName}. Restore another backup.`,
    );
  return parsed.data;
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
