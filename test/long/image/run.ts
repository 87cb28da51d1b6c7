/**
 * Executes the steps of the Dockerfile on a bare Debian root, and uses the image as its users do. Needs root, debootstrap
 * and a network: unshare --mount npx tsx test/long/image/run.ts
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildImage, type Image, inImage, run } from './build.ts';
import { tryImage } from './try-image.ts';

const repository = resolve(import.meta.dirname, '../../..');
const cache = join(repository, 'node_modules/.cache/image');
const tell = (line: string) => process.stdout.write(`    ${line}\n`);

const work = mkdtempSync(join(tmpdir(), 'proviso-image-'));
let service: ReturnType<typeof spawn> | null = null;
try {
  run('mount', ['--make-rprivate', '/']);
  const image = buildImage(
    repository,
    work,
    { base: join(cache, 'bookworm.tar'), packages: join(cache, 'packages'), npm: join(cache, 'npm') },
    tell,
  );
  tell(`the image has ${run('du', ['-smx', image.root]).split('\t')[0]} MB`);
  const data = dataFolder(image);
  makeReadOnly(image, data);
  service = start(image);
  await tryImage(image, { repository, data, tell, untilHealthy: () => untilHealthy(image) });
} finally {
  service?.kill('SIGTERM');
  await wait(1_000);
  unmountBelow(work);
  // Never follows a mount that is left, such as /dev.
  run('rm', ['-rf', '--one-file-system', work]);
}

/** Removes every mount below a folder, the innermost first. */
function unmountBelow(folder: string): void {
  const places = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .flatMap((line) => line.split(' ')[1] ?? [])
    .filter((place) => place.startsWith(`${folder}/`));
  for (const place of places.reverse()) run('umount', ['-l', place]);
}

/** The folder that is mounted at `/data`, as a volume is. */
function dataFolder({ root }: Image): string {
  const data = join(work, 'volume');
  mkdirSync(data);
  run('chown', ['1000:1000', data]);
  for (const name of ['annex-b.docx']) cpSync(join(repository, 'samples', name), join(data, name));
  writeFileSync(join(root, 'etc/hostname'), 'proviso\n');
  return data;
}

/** Mounts the root file system read-only, and the volume at `/data` as the only folder that can be written to. */
function makeReadOnly({ root }: Image, data: string): void {
  for (const place of ['var/cache/apt/archives', 'root/.npm']) run('umount', ['-l', join(root, place)]);
  run('mount', ['--bind', root, root]);
  run('mount', ['-o', 'remount,ro,bind', root]);
  run('mount', ['--bind', data, join(root, 'data')]);
  run('mount', ['-t', 'proc', 'proc', join(root, 'proc')]);
  run('mount', ['--bind', '/dev', join(root, 'dev')]);
}

function start({ root, environment, folder, user, entry, command }: Image) {
  const settings = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: `/home/${user}`,
    ...environment,
    HOST: '127.0.0.1',
    PORT: '3987',
  };
  const args = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return spawn(
    'chroot',
    [
      `--userspec=${user}:${user}`,
      root,
      'env',
      '-i',
      ...args,
      'sh',
      '-c',
      'cd "$0" && exec "$@"',
      folder,
      ...entry,
      ...command,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
}

/** Runs the health check of the image until it succeeds. Throws after 30 s. */
async function untilHealthy(image: Image): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      inImage(image, image.healthCheck, image.user, { PORT: '3987' });
      return;
    } catch (error) {
      if (tries === 30) throw error;
      await wait(1_000);
    }
  }
}
