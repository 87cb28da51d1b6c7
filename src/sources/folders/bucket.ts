import { Readable } from 'node:stream';
import { GetObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { type BucketSettings, clientOf } from '../../assets/s3/open.ts';
import { FolderError, type FolderListing, tooManyFiles, type WatchedFolder } from './port.ts';

/** Reads the objects whose keys start with the prefix of `s3://bucket/prefix`. */
export function bucketFolder(settings: BucketSettings, place: string): WatchedFolder {
  const client = clientOf(settings);
  const [Bucket = '', ...parts] = place
    .slice('s3://'.length)
    .replace(/(?<!\/)\/+$/, '')
    .split('/');
  if (parts.some((part) => ['', '.', '..'].includes(part)))
    throw new FolderError('has a part that is empty, "." or "..": write the prefix without it');
  const Prefix = parts.length === 0 ? '' : `${parts.join('/')}/`;
  const refuse = (cause: unknown): never => {
    const why = cause instanceof Error ? cause.name : String(cause);
    throw new FolderError(`cannot be read (${why}): check the bucket and the S3_ settings`, { cause });
  };

  return {
    async list(most) {
      const found: FolderListing = { files: [], skipped: [] };
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix })[Symbol.asyncIterator]();
      for (;;) {
        const page = await pages.next().catch(refuse);
        if (page.done) return found;
        for (const { Key = '', Size = 0, LastModified } of page.value.Contents ?? []) {
          const name = Key.slice(Prefix.length);
          if (name.endsWith('/') || name.split('/').some((part) => part === '' || part.startsWith('.')))
            continue;
          found.files.push({ name, size: Size, modifiedAt: LastModified?.getTime() ?? 0 });
          if (found.files.length > most) throw tooManyFiles(most);
        }
      }
    },

    async *read({ name }) {
      const command = new GetObjectCommand({ Bucket, Key: `${Prefix}${name}` });
      try {
        const { Body } = await client.send(command);
        if (Body instanceof Readable) yield* Body;
      } catch (cause) {
        refuse(cause);
      }
    },
  };
}
