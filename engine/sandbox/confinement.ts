import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What a program that reads files of strangers cannot reach on this host. */
export type Confinement = {
  /** It reaches no network, not even this machine. */
  network: boolean;
  /** It sees no process but its own, and so neither their memory nor the environment they were started with. */
  processes: boolean;
};

type Command = { command: string; args: string[] };

type Limits = {
  /** Processor time the program may use; the kernel ends it then. No limit when it is not given. */
  cpuSeconds?: number;
  /** Whether the kernel ends the program with the process that started it, however that ended. Linux alone does that. */
  endsWithParent?: boolean;
};

/** How this host confines programs. */
type Means = Confinement & {
  /** Words that go before a program and its arguments. */
  before: readonly string[];
  /** Whether `setpriv` (package util-linux) is there. */
  setpriv: boolean;
};

/** Root of another user namespace could not open the files of others any more, so root makes none. */
const userNamespace = process.geteuid?.() === 0 ? [] : ['-U'];
/** A process namespace is worth little while the old /proc still shows the others; the kernel ends all of it with its first process. */
const ownProcesses = ['-p', '-f', '--kill-child', '--mount-proc'];
/** Root keeps only the right to read files of others, which the user of the command line has. */
const fewRights = ['setpriv', '--no-new-privs', '--bounding-set=-all,+dac_read_search', '--inh-caps=-all'];
const noNewRights = ['setpriv', '--no-new-privs'];

let found: Means | null = null;

/** What is shut off for programs on this host. Tried once. */
export function confinement(): Confinement {
  const { network, processes } = means();
  return { network, processes };
}

/**
 * The command that runs a program as confined as this host allows: with no network and no sight of other processes in
 * namespaces of Linux, and without rights that it does not need.
 */
export function confine(
  program: string,
  programArgs: readonly string[],
  { cpuSeconds, endsWithParent }: Limits = {},
): Command {
  const { before, processes, setpriv } = means();
  // Shells add variables of their own to the environment.
  const prepare = `unset PWD OLDPWD SHLVL; ${cpuSeconds === undefined ? '' : `ulimit -t ${Math.ceil(cpuSeconds)}; `}`;
  // The first process of a namespace gets no signals from inside it, abort() included, so that one is a shell.
  const shell = ['sh', '-c', `${prepare}${processes ? '"$@"; exit $?' : 'exec "$@"'}`, 'sh'];
  const [command = program, ...args] = [
    ...(endsWithParent && setpriv ? ['setpriv', '--pdeathsig', 'KILL'] : []),
    ...before,
    ...(process.platform === 'win32' ? [] : shell),
    program,
    ...programArgs,
  ];
  return { command, args };
}

/** How many processes there are between the one that `confine` starts and the program. */
export function processesAbove(): number {
  return means().processes ? 2 : 0;
}

function means(): Means {
  found ??= tryMeans();
  return found;
}

function tryMeans(): Means {
  const setpriv = works(noNewRights);
  const none = { before: setpriv ? noNewRights : [], setpriv, network: false, processes: false };
  if (process.platform !== 'linux') return none;
  const rights = setpriv ? (userNamespace.length === 0 ? fewRights : noNewRights) : [];
  const network = ['unshare', ...userNamespace, '-n'];
  const both = [...network, ...ownProcesses];
  // Without this file of /proc the memory of a program inside could not be watched.
  const seesChildren = existsSync(`/proc/${process.pid}/task/${process.pid}/children`);
  if (seesChildren && works([...both, ...rights])) {
    return { before: [...both, ...rights], setpriv, network: true, processes: true };
  }
  if (works([...network, ...rights])) {
    return { before: [...network, ...rights], setpriv, network: true, processes: false };
  }
  return none;
}

function works([command = '', ...args]: readonly string[]): boolean {
  return spawnSync(command, [...args, 'true'], { stdio: 'ignore' }).status === 0;
}
