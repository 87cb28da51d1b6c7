import { constants } from 'node:fs';
import { access, readdir, realpath, stat } from 'node:fs/promises';
import { basename, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { JobFile } from '../../../engine/job.ts';
import type { Warning } from '../../../engine/model/result.ts';
import { badInput } from '../terminal/ending.ts';
import { whyUnreadable } from '../written/read.ts';
import { bundleFolders, hasUnpackedBundle, isOwnReport } from './output/own-report.ts';

/** `named` is the path as the user wrote it, `path` the path on disk. */
type NamedFile = { named: string; path: string };

export type FilesToRead = { files: JobFile[]; warnings: Warning[] };

type Selection = {
  /** The extensions of the files that are taken from a folder, in lower case, with the dot. */
  supported: readonly string[];
  /** Files that are never taken from a folder: the rules, the output, the knowledge files. */
  except: readonly string[];
  /** Copies a stream (`-`, a pipe) to disk and returns the path. */
  spool: (named: string) => Promise<JobFile>;
};

/**
 * Returns the files that the arguments name, in the order of the arguments. For a folder, these are the files of
 * supported types in it, sorted. Hidden files, links that lead out of the folder, and reports that Proviso wrote are
 * left out. Throws `bad_input`, whose message names every argument that cannot be used.
 */
export async function filesBehind(args: readonly string[], selection: Selection): Promise<FilesToRead> {
  const problems: string[] = [];
  const warnings: Warning[] = [];
  const found: (NamedFile | JobFile)[] = [];
  const except = new Set(await Promise.all(selection.except.map(placeOf)));
  for (const arg of args) {
    const kind = arg === '-' ? 'stream' : await kindOf(arg).catch(problemWith(arg, problems));
    if (kind === 'stream') found.push(await selection.spool(arg));
    if (kind === 'file') found.push({ named: withoutAbsolute(arg), path: resolve(arg) });
    if (kind !== 'folder') continue;
    const folder = await filesIn(arg, selection.supported, except).catch(problemWith(arg, problems));
    if (folder === null) continue;
    const leftOut = leftOutWarnings(arg, folder.leftOut);
    if (folder.files.length === 0)
      problems.push(
        [`${arg} has no file that can be read`, ...leftOut.map(({ message }) => message)].join('. '),
      );
    for (const file of folder.files) found.push(file);
    warnings.push(...leftOut);
  }
  const [first, ...others] = problems;
  if (first !== undefined) throw badInput(first, ...others);
  return { files: named(found), warnings };
}

function problemWith(arg: string, problems: string[]) {
  return (error: unknown): null => {
    const why = error instanceof NotAFile ? 'is neither a file nor a folder' : whyUnreadable(error);
    problems.push(`${arg} ${why}`);
    return null;
  };
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'stream'> {
  const stats = await stat(path);
  if (stats.isDirectory()) return 'folder';
  if (stats.isFIFO()) return 'stream';
  if (!stats.isFile()) throw new NotAFile();
  await access(path, constants.R_OK);
  return 'file';
}

class NotAFile extends Error {}

/** Why a file of a folder is not read. */
const leftOutBecause = {
  unsupported_files_skipped: 'Not read because the file type is not supported',
  outside_files_skipped:
    'Not followed because the link leads out of the folder (name the file itself to have it read)',
  own_reports_skipped: 'Not read because Proviso wrote it as a report (name the file itself to have it read)',
} as const;

type LeftOut = Map<keyof typeof leftOutBecause, string[]>;
type FolderContent = { files: NamedFile[]; leftOut: LeftOut };

async function filesIn(
  folder: string,
  supported: readonly string[],
  except: ReadonlySet<string>,
): Promise<FolderContent> {
  const content: FolderContent = { files: [], leftOut: new Map() };
  const root = await realpath(folder);
  const leaveOut = (why: keyof typeof leftOutBecause, name: string) => {
    const names = content.leftOut.get(why);
    if (names) names.push(name);
    else content.leftOut.set(why, [name]);
  };
  const visited = new Set<string>();
  const shown = withoutAbsolute(folder);
  // `place` is the real path of `path`. The real path is looked up only for links, because the look-up takes long for a
  // deep path.
  const walk = async (path: string, place: string, name: string): Promise<void> => {
    // A link can lead back to a folder that contains the link, so each folder is read only once.
    if (visited.has(place)) return;
    visited.add(place);
    const entries = (await readdir(path, { withFileTypes: true })).filter(
      (entry) => !entry.name.startsWith('.'),
    );
    const isBundle = entries.some(({ name }) => name === 'bundle.json') && (await hasUnpackedBundle(path));
    for (const entry of entries.sort((one, other) => byCodePoint(one.name, other.name))) {
      const full = join(path, entry.name);
      const shownName = join(name, entry.name);
      const inPlace = join(place, entry.name);
      // The target of a broken link has no real path, so the path of the link itself is used.
      const target = entry.isSymbolicLink() ? await realpath(full).catch(() => inPlace) : inPlace;
      if (!isWithin(root, target)) {
        leaveOut('outside_files_skipped', shownName);
        continue;
      }
      const kind = entry.isSymbolicLink() ? await stat(full).catch(() => null) : entry;
      // If the type cannot be determined, as for a broken link, the entry is taken as a file, so that it is reported as
      // not read instead of being skipped silently.
      const isFile = kind === null || kind.isFile();
      if (isBundle && bundleFolders.has(entry.name)) leaveOut('own_reports_skipped', shownName);
      else if (kind?.isDirectory()) await walk(full, target, shownName);
      else if (except.has(target)) continue;
      else if (!isFile || !supported.includes(extname(entry.name).toLowerCase()))
        leaveOut('unsupported_files_skipped', shownName);
      else if (kind !== null && (await isOwnReport(full))) leaveOut('own_reports_skipped', shownName);
      else content.files.push({ named: shownName, path: resolve(full) });
    }
  };
  await walk(folder, root, shown);
  return content;
}

/** Sorts by code point, so that the order does not depend on the locale of the machine. */
function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

async function placeOf(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

/**
 * A relative path for links in reports. People pass reports on, so a link must not reveal the folders of this machine.
 */
function withoutAbsolute(path: string): string {
  if (!isAbsolute(path)) return path;
  const fromHere = relative(process.cwd(), path);
  return fromHere === '' || fromHere.startsWith('..') || isAbsolute(fromHere) ? basename(path) : fromHere;
}

const skippedNamed = 5;

function leftOutWarnings(folder: string, leftOut: LeftOut): Warning[] {
  return [...leftOut].map(([code, names]) => {
    const more = names.length > skippedNamed ? ` and ${names.length - skippedNamed} more` : '';
    const shown = names.slice(0, skippedNamed).join(', ');
    return { code, message: `${leftOutBecause[code]}, in ${withoutAbsolute(folder)}: ${shown}${more}` };
  });
}

/** Whether a path is that of a folder or leads into it. */
export function isWithin(root: string, place: string): boolean {
  const way = relative(root, place);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Names each file for the report: by its file name, or by the path that the user wrote if different files have the same
 * file name.
 */
function named(found: readonly (NamedFile | JobFile)[]): JobFile[] {
  const paths = new Map<string, Set<string>>();
  for (const file of found) {
    if ('ref' in file) continue;
    const name = basename(file.path);
    paths.set(name, (paths.get(name) ?? new Set()).add(file.path));
  }
  return found.map((file) => {
    if ('ref' in file) return file;
    const name = basename(file.path);
    const shared = (paths.get(name)?.size ?? 0) > 1;
    const linkBase = file.named.split(sep).join('/');
    return { name: shared ? linkBase : name, ref: file.path, linkBase };
  });
}
