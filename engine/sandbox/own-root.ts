import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The only files of this host that a program may see besides itself, its libraries, its fonts and its configuration. */
export type Files = {
  /** A file that the program may read. */
  read?: string;
  /** A folder that the program may read and write. */
  write?: string;
};

/** A folder that every Linux has and that no confined program needs: the new root is mounted there. */
const mountPoint = '/sys';
/** The size limit of what a program can write outside its folder. */
const rootMegabytes = 64;

const programFolders = ['/bin', '/usr/bin', '/sbin', '/usr/sbin'];
const libraryFolders = ['/lib', '/lib32', '/lib64', '/usr/lib', '/usr/lib32', '/usr/lib64'];
/** The programs that confine, and those that the start script of LibreOffice uses. */
const tools = ['sh', 'bash', 'setpriv', 'umount', 'basename', 'dirname', 'grep', 'ls', 'sed', 'uname'];
/** The data and configuration of the programs and their libraries. None of it is about this installation of Proviso. */
const dataPaths = [
  ...['alternatives', 'fonts', 'ld.so.cache', 'libreoffice', 'localtime'].map((name) => `/etc/${name}`),
  ...[
    ...['fontconfig', 'fonts', 'hunspell', 'hyphen', 'libexttextcat', 'liblangtag', 'libnumbertext'],
    ...['libreoffice', 'myspell', 'mythes', 'zoneinfo'],
  ].map((name) => `/usr/share/${name}`),
  ...['/usr/local/share/fonts', '/var/cache/fontconfig', '/var/lib/libreoffice'],
];
const devices = ['full', 'null', 'random', 'urandom', 'zero'].map((name) => `/dev/${name}`);

const readOnly = 'rbind,ro,nosuid,nodev';
/** In a writable /proc, root could change settings of the kernel without any other right. `subset` needs Linux 5.8. */
const ofProc = 'ro,nosuid,nodev,noexec';

/** What the new root of a program consists of. Paths begin with `/` and are the same inside and outside. */
type Root = {
  folders: string[];
  links: { path: string; target: string }[];
  mounts: { from: string; to: string; type?: string; options: string }[];
};

/**
 * The script that gives its process a root folder of its own, which contains only what a program needs and `files`, and
 * then runs its arguments. It must run as root of new namespaces for mounts and processes. The old root is unmounted.
 */
export function rootScript(program: string, { read, write }: Files): string {
  const { folders, links, mounts } = combined([
    systemRoot(),
    rootOf(programPaths(program).filter((path) => !isIn(path, libraryPlaces()))),
    // A folder in /tmp is mounted after /tmp itself.
    {
      ...empty,
      mounts: [
        ...(write === undefined ? [] : [{ from: write, to: write, options: 'rbind,nosuid,nodev' }]),
        ...(read === undefined || (write !== undefined && isIn(read, [write]))
          ? []
          : [{ from: read, to: read, options: readOnly }]),
      ],
    },
  ]);
  const isFile = ({ from, type }: Root['mounts'][number]) =>
    type === undefined && !statSync(from).isDirectory();
  const inside = (path: string) => quoted(`.${path}`);
  const files = mounts.filter(isFile).map(({ to }) => to);
  const mountedFolders = mounts.filter((mount) => !isFile(mount)).map(({ to }) => to);
  const needed = new Set([...folders, ...mountedFolders, ...files.map((path) => dirname(path))]);
  return [
    'set -e',
    'path=$PATH; PATH="$PATH:/usr/sbin:/sbin"',
    `mount -t tmpfs -o size=${rootMegabytes}m,mode=755 none ${mountPoint}`,
    `cd ${mountPoint}`,
    // Links come first, because a path can lead through one of them.
    ...(links.length > 0 ? ['mkdir -p usr'] : []),
    ...links.map(({ path, target }) => `ln -s ${quoted(target)} ${inside(path)}`),
    `mkdir -p ${[...needed].map(inside).join(' ')}`,
    'chmod 1777 tmp',
    ...files.map((path) => `: >> ${inside(path)}`),
    `printf '%s\\n' ${mounts.map((mount) => quoted(tableLine(mount))).join(' ')} > mounts`,
    `mount -a -T ${mountPoint}/mounts`,
    // /proc itself would show facts about the host. LibreOffice starts only if there is a file /proc/version.
    `mount -t proc -o subset=pid,${ofProc} none own 2> dev/null || mount -t proc -o ${ofProc} none own`,
    'ln -s ../own/self ../own/thread-self proc; : > proc/version',
    'pivot_root . old; cd /; umount -l old; : > mounts',
    `cd ${quoted(write ?? '/')}; PATH=$path; exec "$@"`,
  ].join('\n');
}

/** The program's own path, without links, because its files are beside it; null if it is not installed. */
export function programPath(program: string): string | null {
  if (program.includes('/')) return existsSync(program) ? realpathSync(program) : null;
  const places = (process.env.PATH ?? '/usr/bin:/bin')
    .split(':')
    .map((folder) => join(folder || '.', program));
  const found = places.find((path) => existsSync(path) && statSync(path).isFile());
  return found === undefined ? null : realpathSync(found);
}

const empty: Root = { folders: [], links: [], mounts: [] };

let system: Root | null = null;

/** What all programs see. It is found once per process. */
function systemRoot(): Root {
  system ??= combined([
    { ...empty, folders: ['/old', '/tmp', '/own', '/proc', '/dev'] },
    {
      ...empty,
      links: [...programFolders, ...libraryFolders].flatMap((path) =>
        isLink(path) ? [{ path, target: readlinkSync(path) }] : [],
      ),
    },
    rootOf([...libraryPlaces(), ...toolPaths(), ...dataPaths.filter((path) => existsSync(path))]),
    { ...empty, mounts: devices.map((path) => ({ from: path, to: path, options: 'bind' })) },
  ]);
  return system;
}

/**
 * The folders of shared libraries. On systems with several architectures, such as Debian, these are few; elsewhere, the
 * libraries are in the same folder as the files of other programs.
 */
function libraryPlaces(): string[] {
  return libraryFolders
    .filter((path) => existsSync(path) && !isLink(path))
    .flatMap((path) => {
      const own = readdirSync(path).filter((name) => /-linux-(gnu|musl)/.test(name) || name === 'locale');
      return own.some((name) => name !== 'locale') ? own.map((name) => join(path, name)) : [path];
    });
}

function toolPaths(): string[] {
  return programFolders
    .filter((folder) => !isLink(folder))
    .flatMap((folder) => tools.map((name) => join(folder, name)))
    .filter((path) => existsSync(path));
}

/** The program, or the folder in which it is installed with its libraries. */
function programPaths(program: string): string[] {
  const folder = dirname(program);
  // LibreOffice is in a folder `program` beside its other folders.
  if (basename(folder) === 'program') return [dirname(folder)];
  const libraries = join(dirname(folder), 'lib');
  const isOfSystem = programFolders.includes(folder);
  return !isOfSystem && basename(folder) === 'bin' && existsSync(libraries)
    ? [program, libraries]
    : [program];
}

function rootOf(paths: readonly string[]): Root {
  const packages = paths.map((path) => join(path, 'node_modules')).filter((path) => existsSync(path));
  return {
    ...empty,
    mounts: [
      ...paths.map((path) => ({ from: path, to: path, options: readOnly })),
      // Installed packages are no libraries of a program, and their folders can contain settings.
      ...packages.map((path) => ({ from: 'none', to: path, type: 'tmpfs', options: 'ro,size=4k' })),
    ],
  };
}

function combined(roots: readonly Root[]): Root {
  return {
    folders: roots.flatMap(({ folders }) => folders),
    links: roots.flatMap(({ links }) => links),
    mounts: roots.flatMap(({ mounts }) => mounts),
  };
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function isIn(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** A line of a table of mounts (fstab(5)). */
function tableLine({ from, to, type = 'none', options }: Root['mounts'][number]): string {
  return [from, `${mountPoint}${to}`, type, options, '0', '0'].map(escaped).join(' ');
}

function escaped(field: string): string {
  return field.replace(/[\\\s#]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
