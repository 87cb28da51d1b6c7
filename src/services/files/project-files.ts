import { documentOf, namesOf } from '../../../engine/model/source.ts';
import type { Asset } from '../../assets/port.ts';
import { AppError, type FieldProblem, refuseInvalid } from '../../domain/errors.ts';
import type { NewProjectFile, ProjectFile } from '../../domain/project.ts';
import type { Actor } from '../../domain/records/owned.ts';
import type { Dependencies } from '../dependencies.ts';
import { checkLinks, withAsset } from './linked-files.ts';

/**
 * The files of a project after their texts were stored and their links were checked. `discard` removes the stored
 * texts.
 */
export type StoredFiles = { files: ProjectFile[]; discard(): Promise<void> };

type TextFile = Extract<NewProjectFile, { type: 'text' }>;

/**
 * Checks the files of a request. Returns the ids of the uploads that the files refer to, by URL. Throws
 * `validation_failed` with every problem of every file. `field` is the field of the request that has the files.
 */
export async function checkFiles(
  actor: Actor,
  files: readonly NewProjectFile[],
  dependencies: Dependencies,
  field = 'files',
): Promise<ReadonlyMap<string, string>> {
  const { limits } = dependencies;
  const tooMany: FieldProblem[] =
    files.length > limits.LIMIT_FILES
      ? [{ path: field, message: `has ${files.length} entries: at most ${limits.LIMIT_FILES} are allowed` }]
      : [];
  const tooLong = files.flatMap((file, at) => {
    const bytes = file.type === 'text' ? Buffer.byteLength(file.content) : 0;
    return bytes > limits.LIMIT_TEXT_BYTES
      ? [
          {
            path: `${field}[${at}].content`,
            message: `has ${bytes} bytes: at most ${limits.LIMIT_TEXT_BYTES} are allowed`,
          },
        ]
      : [];
  });
  const links = files.flatMap((file, at) =>
    file.type === 'text' ? [] : [{ url: file.url, path: `${field}[${at}].url` }],
  );
  const { assetIds, problems } = await checkLinks(actor, links, dependencies);
  refuseInvalid([...tooMany, ...tooLong, ...problems]);
  return assetIds;
}

/**
 * Returns the files with the names of their first versions. `versionOf` may name any version of a document of the project
 * as it was `before`. Throws `validation_failed` if it names no such document, because nothing would be compared.
 */
export function versionsOf(files: readonly NewProjectFile[], before: readonly ProjectFile[]) {
  const problems: FieldProblem[] = [];
  const versions = files.map((file, at): NewProjectFile => {
    const { versionOf, ...own } = file;
    if (versionOf === undefined) return file;
    const earlier =
      before.find((one) => documentOf(one) === versionOf) ?? before.find(({ name }) => name === versionOf);
    if (earlier === undefined)
      problems.push({
        path: `files[${at}].versionOf`,
        message: 'must be the name of a file of this project',
      });
    const first = earlier ? documentOf(earlier) : versionOf;
    return first === own.name ? own : { ...own, versionOf: first };
  });
  refuseInvalid(problems);
  return versions;
}

/**
 * Stores the texts among the files as documents. The files must have passed `checkFiles`. Throws `asset_upload_failed`
 * if a text cannot be stored, and `quota_exceeded` if the user has no storage left. In both cases, no text is stored.
 */
export async function storeFiles(
  actor: Actor,
  files: readonly NewProjectFile[],
  assetIds: ReadonlyMap<string, string>,
  { assets, log }: Dependencies,
): Promise<StoredFiles> {
  const uploaded: Asset[] = [];

  async function discard(): Promise<void> {
    for (const { id } of uploaded) {
      await assets
        .delete(id)
        .catch((error: unknown) =>
          log.warn(
            { error, assetId: id },
            'an unused upload could not be removed; the hourly cleanup will remove it',
          ),
        );
    }
  }

  const stored: ProjectFile[] = [];
  for (const [at, file] of files.entries()) {
    if (file.type !== 'text') {
      stored.push(withAsset(file, assetIds));
      continue;
    }
    try {
      const asset = await assets.put(uploadOf(actor, file));
      uploaded.push(asset);
      stored.push({ ...namesOf(file), type: 'document', url: asset.url, assetId: asset.id });
    } catch (error) {
      await discard();
      if (error instanceof AppError && error.code === 'quota_exceeded') throw error;
      throw new AppError(
        'asset_upload_failed',
        `the text of files[${at}] could not be stored, so nothing was stored`,
        {
          cause: error,
        },
      );
    }
  }
  return { files: stored, discard };
}

function uploadOf(actor: Actor, { name, content }: TextFile) {
  const bytes = Buffer.from(content, 'utf8');
  return {
    owner: actor.workspaceId,
    name: /\.(txt|md|text)$/i.test(name) ? name : `${name}.txt`,
    declaredType: 'text/plain; charset=utf-8',
    maxBytes: bytes.byteLength,
    body: once(bytes),
  };
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
