import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Instruction, stagesOf } from './dockerfile.ts';

/** The settings that the image sets for its program. */
export type Image = {
  root: string;
  environment: Record<string, string>;
  folder: string;
  user: string;
  entry: string[];
  command: string[];
  healthCheck: string[];
};

/** Where downloads are kept for the next run. */
export type Caches = { base: string; packages: string; npm: string };

const debian = 'http://deb.debian.org/debian';

/** Runs a program; its output is shown only if it fails. */
export function run(program: string, args: string[], options: { cwd?: string; input?: string } = {}): string {
  try {
    return execFileSync(program, args, { ...options, encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 28 });
  } catch (error) {
    const output =
      error instanceof Error && 'stdout' in error && 'stderr' in error
        ? `${String(error.stdout).slice(-4000)}${String(error.stderr).slice(-2000)}`
        : '';
    throw new Error(`${program} ${args.join(' ').slice(0, 300)} failed\n${output}`, { cause: error });
  }
}

/**
 * Executes every step of the Dockerfile on a bare Debian root, to which Node and the user of the image `node` are added.
 * Mounts are made in the mount namespace of this process.
 */
export function buildImage(
  repository: string,
  work: string,
  caches: Caches,
  tell: (line: string) => void,
): Image {
  const stages = stagesOf(readFileSync(join(repository, 'Dockerfile'), 'utf8'));
  const images = new Map<string, Image>();
  let last: Image | null = null;
  for (const { name, steps } of stages) {
    const root = join(work, name || 'final');
    startingRoot(root, caches);
    last = { root, environment: {}, folder: '/', user: 'root', entry: [], command: [], healthCheck: [] };
    images.set(name, last);
    for (const step of steps) {
      const started = Date.now();
      execute(step, last, images, repository);
      const seconds = Math.round((Date.now() - started) / 1000);
      tell(`${name || 'final'}: ${step.name} ${step.text.replace(/\s+/g, ' ').slice(0, 80)} (${seconds} s)`);
    }
  }
  if (last === null) throw new Error('the Dockerfile has no stage');
  return last;
}

/** What the image `node:20-bookworm-slim` has: Debian without recommended packages, Node, npm and the user `node`. */
function startingRoot(root: string, { base, packages, npm }: Caches): void {
  if (!existsSync(base)) {
    const fresh = `${root}-base`;
    run('debootstrap', ['--variant=minbase', 'bookworm', fresh, debian]);
    mkdirSync(dirname(base), { recursive: true });
    run('tar', ['-C', fresh, '-cf', `${base}.part`, '.']);
    run('mv', [`${base}.part`, base]);
  }
  mkdirSync(root, { recursive: true });
  run('tar', ['-C', root, '-xf', base]);
  cpSync(process.execPath, join(root, 'usr/local/bin/node'));
  const npmFolder = dirname(dirname(realpathSync(run('which', ['npm']).trim())));
  cpSync(npmFolder, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
  for (const program of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${program}-cli.js`, join(root, `usr/local/bin/${program}`));
  run('chroot', [root, 'useradd', '--uid', '1000', '--user-group', '--create-home', 'node']);
  // As in Debian's own images: a root that is thrown away needs no fsync for each file.
  writeFileSync(join(root, 'etc/dpkg/dpkg.cfg.d/speed'), 'force-unsafe-io\n');
  writeFileSync(join(root, 'etc/resolv.conf'), readFileSync('/etc/resolv.conf'));
  const mounts: [string, string][] = [
    ['/proc', 'proc'],
    ['/dev', 'dev'],
    [packages, 'var/cache/apt/archives'],
    [npm, 'root/.npm'],
  ];
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) mounts.push([dirname(certificates), dirname(certificates).slice(1)]);
  for (const [from, to] of mounts) {
    mkdirSync(from, { recursive: true });
    mkdirSync(join(root, to), { recursive: true });
    run('mount', ['--bind', from, join(root, to)]);
  }
}

function execute(step: Instruction, image: Image, images: Map<string, Image>, repository: string): void {
  const { name, text, flags } = step;
  switch (name) {
    case 'ARG':
    case 'ENV':
      for (const [, key = '', quoted, plain] of text.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g))
        image.environment[key] = quoted ?? plain ?? '';
      break;
    case 'WORKDIR':
      image.folder = text;
      mkdirSync(join(image.root, text), { recursive: true });
      break;
    case 'RUN':
      inImage(image, ['sh', '-ec', text], 'root');
      break;
    case 'COPY':
      copy(text.split(/\s+/), image, flags.from === undefined ? null : images.get(flags.from), repository);
      break;
    case 'USER':
      image.user = text;
      break;
    case 'ENTRYPOINT':
      image.entry = words(text);
      break;
    case 'CMD':
      image.command = words(text);
      break;
    case 'HEALTHCHECK':
      image.healthCheck = words(text.slice(text.indexOf('[')));
      break;
    case 'VOLUME':
    case 'EXPOSE':
      break;
    default:
      throw new Error(`the instruction ${name} is not supported: add it to test/long/image/build.ts`);
  }
}

/** Runs a command inside the image as `user`, with the settings of the image. Returns its output. */
export function inImage(
  { root, environment, folder }: Image,
  command: string[],
  user: string,
  more: Record<string, string> = {},
): string {
  const home = user === 'root' ? join('/', 'root') : join('/', 'home', user);
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  const settings = {
    ...{ PATH: path, HOME: home },
    ...(certificates && user === 'root' && { NODE_EXTRA_CA_CERTS: certificates }),
    ...environment,
    ...more,
  };
  return run('chroot', [
    ...(user === 'root' ? [] : [`--userspec=${user}:${user}`]),
    root,
    ...['env', '-i', ...Object.entries(settings).map(([key, value]) => `${key}=${value}`)],
    ...['sh', '-c', 'cd "$0" && exec "$@"', folder, ...command],
  ]);
}

function copy(paths: string[], image: Image, from: Image | null | undefined, repository: string): void {
  const target = join(image.root, image.folder, paths.at(-1) ?? '');
  for (const source of paths.slice(0, -1)) {
    if (source === '.') {
      copyTracked(repository, target);
      continue;
    }
    const into = paths.at(-1)?.endsWith('/') ?? false;
    mkdirSync(into ? target : dirname(target), { recursive: true });
    // The name of a source can have wildcards.
    const found = run('sh', ['-c', `ls -d ${join(from ? from.root : repository, source)}`]);
    for (const path of found.trim().split('\n')) {
      const recursive = statSync(path).isDirectory();
      cpSync(path, into ? join(target, basename(path)) : target, { recursive, verbatimSymlinks: true });
    }
  }
}

/** The files of the repository, without those that Git or `.dockerignore` leaves out. */
function copyTracked(repository: string, target: string): void {
  const git = ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = run('git', git, { cwd: repository })
    .split('\0')
    .filter((file) => existsSync(join(repository, file)));
  const list = files.filter((file) => file !== '').join('\0');
  run('sh', ['-c', `tar --null -T - -cf - | tar -xf - -C '${target}'`], { cwd: repository, input: list });
}

function words(json: string): string[] {
  const parsed: unknown = JSON.parse(json);
  return Array.isArray(parsed) ? parsed.map(String) : [];
}
