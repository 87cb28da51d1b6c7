import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Files, programPath, rootScript } from './own-root.ts';

/** What a program that reads untrusted files cannot reach on this host. */
export type Confinement = {
  /** The program has no network access, not even to services of this machine. */
  network: boolean;
  /** The program sees only its own process, and therefore neither the memory nor the environment of other processes. */
  processes: boolean;
  /** A program that opens one file sees only this file, itself, its libraries, its fonts and its configuration. */
  files: boolean;
};

type Command = { command: string; args: string[] };

type Limits = {
  /** Processor time that the program can use before the kernel ends it. Unset means no limit. */
  cpuSeconds?: number;
  /** Whether the kernel ends the program when the process that started it ends for any reason. Linux only. */
  endsWithParent?: boolean;
  /** The only files that the program may see besides its own, where the host allows that. Unset means all files. */
  files?: Files;
};

/** The means by which this host confines programs. */
type Means = Omit<Confinement, 'files'> & {
  /** The words of the command that is put in front of a program and its arguments. */
  before: readonly string[];
  /** Whether `setpriv` (package util-linux) is installed. */
  setpriv: boolean;
};

/** In a user namespace of its own, root could no longer open the files of other users, so root does not create one. */
const userNamespace = process.geteuid?.() === 0 ? [] : ['-U'];
/**
 * A new /proc is mounted because the old one would still show other processes. When the first process of the namespace
 * ends, the kernel ends all others in it.
 */
const ownProcesses = ['-p', '-f', '--kill-child', '--mount-proc'];
/** A program that root starts keeps only one right of root: to read the files of other users. */
const fewRights = ['setpriv', '--no-new-privs', '--bounding-set=-all,+dac_read_search', '--inh-caps=-all'];
const noNewRights = ['setpriv', '--no-new-privs'];
/**
 * A program with a root folder of its own has no rights at all. With the right to read the files of other users, it
 * could open files outside of its root folder by their number.
 */
const noRights = ['setpriv', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
/** Mounts need the rights of root, which every user has in a user namespace of their own. */
const ownMounts = [
  'unshare',
  ...(userNamespace.length === 0 ? [] : ['-U', '-r']),
  '-n',
  '-i',
  '-m',
  ...ownProcesses,
];

/** What it means for the operator that `confinement().files` is false. */
export const unconfinedPrograms =
  'LibreOffice and ffmpeg can open every file that the user of this process can open, if a document takes control of them; links are removed from documents before, and DOC files are not shown on pages';

let found: Means | null = null;
let hidesFiles: boolean | null = null;

/** Which restrictions work on this host; tested once per process. */
export function confinement(): Confinement {
  const { network, processes } = means();
  return { network, processes, files: canHideFiles() };
}

/**
 * The command that runs a program as confined as this host allows: without network and without a view of other
 * processes, in Linux namespaces, and without rights that it does not need. With `files`, the program also gets a root
 * folder of its own.
 */
export function confine(
  program: string,
  programArgs: readonly string[],
  { cpuSeconds, endsWithParent, files }: Limits = {},
): Command {
  const { before, processes, setpriv } = means();
  const path = files && canHideFiles() ? programPath(program) : null;
  // Removes the variables that the shell itself adds to the environment.
  const prepare = `unset PWD OLDPWD SHLVL; ${cpuSeconds === undefined ? '' : `ulimit -t ${Math.ceil(cpuSeconds)}; `}`;
  // Signals from inside a namespace, even that of abort(), do not reach the first process of the namespace. The first
  // process is therefore a shell, which starts the program.
  const shell = ['sh', '-c', `${prepare}${processes ? '"$@"; exit $?' : 'exec "$@"'}`, 'sh'];
  const [command = program, ...args] = [
    ...(endsWithParent && setpriv ? endingWithParent() : []),
    ...(path === null || files === undefined ? before : inOwnRoot(path, files)),
    ...(process.platform === 'win32' ? [] : shell),
    path ?? program,
    ...programArgs,
  ];
  return { command, args };
}

function inOwnRoot(program: string, files: Files): string[] {
  return [...ownMounts, 'sh', '-c', rootScript(program, files), 'sh', ...noRights];
}

function canHideFiles(): boolean {
  hidesFiles ??= means().processes && works([...inOwnRoot(programPath('sh') ?? 'sh', {}), 'sh', '-c']);
  return hidesFiles;
}

/**
 * The kernel ends the program only if this process is alive when `setpriv` asks for that. The shell therefore checks
 * afterwards that this process is still its parent.
 */
function endingWithParent(): string[] {
  const check = `[ "$PPID" = ${process.pid} ] || exit 1; exec "$@"`;
  return ['setpriv', '--pdeathsig', 'KILL', 'sh', '-c', check, 'sh'];
}

/** How many processes are between the one that `confine` starts and the program. */
export function processesAbove(): number {
  return means().processes ? 2 : 0;
}

function means(): Means {
  found ??= tryMeans();
  return found;
}

function tryMeans(): Means {
  const linux = process.platform === 'linux';
  const network = ['unshare', ...userNamespace, '-n'];
  const both = [...network, ...ownProcesses];
  // Without this file of /proc, the memory of a program inside the namespace could not be measured.
  const seesChildren = linux && existsSync(`/proc/${process.pid}/task/${process.pid}/children`);
  const rightsWith = (setpriv: boolean) =>
    setpriv ? (userNamespace.length === 0 ? fewRights : noNewRights) : [];
  const asOwn = (setpriv: boolean): Means | null => {
    const before = [...both, ...rightsWith(setpriv)];
    return seesChildren && works(before) ? { before, setpriv, network: true, processes: true } : null;
  };
  // Most hosts allow everything. This is tried first, because each trial starts a process and waits for it.
  const all = asOwn(true);
  if (all !== null) return all;
  const setpriv = works(noNewRights);
  const none = { before: setpriv ? noNewRights : [], setpriv, network: false, processes: false };
  if (!linux) return none;
  const own = setpriv ? null : asOwn(false);
  if (own !== null) return own;
  const alone = [...network, ...rightsWith(setpriv)];
  return works(alone) ? { before: alone, setpriv, network: true, processes: false } : none;
}

function works([command = '', ...args]: readonly string[]): boolean {
  return spawnSync(command, [...args, 'true'], { stdio: 'ignore' }).status === 0;
}
