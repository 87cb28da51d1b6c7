import { isAbsolute, resolve, sep } from 'node:path';
import { ownFolders } from '../../assets/s3/keys.ts';
import type { BucketSettings } from '../../assets/s3/open.ts';
import type { Config } from '../../config.ts';
import { localFolder, realFolder } from './local.ts';
import { FolderError, type WatchedFolders } from './port.ts';

/**
 * Opens the folders in those of WATCH_FOLDERS, except those with data of the service, which only its records may give
 * access to. Buckets are read with the settings of the bucket for files.
 */
export function watchedFolders(
  settings: BucketSettings & Pick<Config, 'DATA_DIR' | 'S3_BUCKET' | 'WATCH_FOLDERS'>,
): WatchedFolders {
  const allowed = settings.WATCH_FOLDERS.map((folder) => (isBucket(folder) ? folder : resolve(folder)));

  return {
    allowed,

    async open(folder) {
      if (allowed.length === 0)
        throw new FolderError(
          'cannot be watched: this service watches no folders until its operator sets WATCH_FOLDERS',
        );
      const place = isBucket(folder) ? folder : resolve(folder);
      if (!(isBucket(folder) || isAbsolute(folder)) || !isInOneOf(allowed, place))
        throw new FolderError(`is not in a folder that can be watched here: ${allowed.join(', ')}`);
      if (isBucket(folder)) {
        refuseOwn(
          place,
          ownFolders.map((name) => `s3://${settings.S3_BUCKET}/${name}`),
        );
        return (await import('./bucket.ts')).bucketFolder(settings, folder);
      }
      const real = await realFolder(place);
      refuseOwn(real, [await realFolder(settings.DATA_DIR).catch(() => resolve(settings.DATA_DIR))]);
      // An allowed folder that does not exist, such as one that is not mounted, is no error.
      const roots = await Promise.all(allowed.map((one) => realFolder(one).catch(() => one)));
      if (isInOneOf(roots, real)) return localFolder(real);
      throw new FolderError('leads out of the folders that can be watched here, through a symbolic link');
    },
  };
}

function refuseOwn(place: string, own: readonly string[]): void {
  if (own.some((one) => isInOneOf([one], place) || isInOneOf([place], one)))
    throw new FolderError('has the data of Proviso itself in it, or is in it: watch another folder');
}

function isBucket(folder: string): boolean {
  return folder.startsWith('s3://');
}

function isInOneOf(folders: readonly string[], place: string): boolean {
  const within = (path: string) => {
    const separator = isBucket(path) ? '/' : sep;
    return path.endsWith(separator) ? path : `${path}${separator}`;
  };
  return folders.some((folder) => within(place).startsWith(within(folder)));
}
