import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AnswerCache, cachedAnswerSchema } from '../../../engine/index.ts';
import { installationSecret } from '../../auth/secret.ts';
import { storedJson } from '../../domain/stored-json.ts';
import { badInput } from '../terminal/ending.ts';

export type AnswerFolder = {
  answers: AnswerCache;
  /**
   * The secret from which the markers in prompts are derived; they separate the text of documents from Proviso's own
   * text. The secret is stored with the answers, because with a different secret the prompts would differ, and no
   * stored answer would be found.
   */
  secret: string;
};

/**
 * Opens a folder in which each answer of the model is stored as a file. Throws `bad_input` if the folder cannot be
 * created.
 */
export async function answersIn(folder: string): Promise<AnswerFolder> {
  const secret = await mkdir(folder, { recursive: true, mode: 0o700 })
    .then(() => installationSecret(folder, null))
    .catch((error: Error) => {
      throw badInput(`--keep-answers ${folder} cannot be used: ${error.message}`);
    });
  const placeOf = (key: string): string => join(folder, `${key}.json`);
  const answers: AnswerCache = {
    get: async (key) => storedJson(cachedAnswerSchema, await readFile(placeOf(key)).catch(() => null)),
    async put(key, answer) {
      const draft = `${placeOf(key)}.${process.pid}`;
      await writeFile(draft, JSON.stringify(answer), { mode: 0o600 });
      await rename(draft, placeOf(key));
    },
    drop: (key) => rm(placeOf(key), { force: true }),
  };
  return { answers, secret };
}
