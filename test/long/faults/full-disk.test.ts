import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf } from '../../support/faults/caller.ts';
import { newToken, type Served, serve } from '../../support/served.ts';

const asUser = process.geteuid?.() === 0 ? [] : ['--user', '--map-root-user'];
const ownMounts = ['unshare', ...asUser, '--mount'];
const allowed = spawnSync(ownMounts[0] ?? '', [
  ...ownMounts.slice(1),
  'mount',
  '-t',
  'tmpfs',
  'none',
  '/mnt',
]);
const mountable = allowed.status === 0;
if (!mountable) process.stderr.write('SKIPPED: this user cannot mount a small disk on this host\n');

let folder = '';
let server: Served | null = null;
let token = '';

/** Runs the service on a disk of four megabytes, with one account. */
beforeAll(async () => {
  if (!mountable) return;
  folder = mkdtempSync(join(tmpdir(), 'proviso-full-'));
  const [accounts, disk] = [join(folder, 'accounts'), join(folder, 'disk')];
  mkdirSync(disk);
  token = newToken(accounts);
  const script = 'mount -t tmpfs -o size=4m none "$1" && cp -a "$0"/. "$1" && shift && exec "$@"';
  server = await serve(disk, { WORKERS: '0' }, [], [...ownMounts, 'sh', '-c', script, accounts, disk]);
});
afterAll(async () => {
  await server?.powerOff();
  if (folder !== '') rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!mountable)('a full disk', () => {
  it('makes the service refuse an upload with 503 and a reason, store nothing of it, and accept smaller uploads', async () => {
    const { send } = callerOf(server?.address ?? '', token);
    const upload = (bytes: number) =>
      send('POST', '/files?name=a.txt', Buffer.alloc(bytes, 'a'), {
        'content-type': 'application/octet-stream',
      });
    expect(await upload(6_000_000)).toMatchObject({
      status: 503,
      body: { code: 'storage_full', success: false },
    });
    expect(await upload(500_000)).toMatchObject({ status: 201 });
    // Nothing remains of a refused upload, so a small upload still fits after several refusals.
    for (let at = 0; at < 3; at += 1) expect((await upload(6_000_000)).status).toBe(503);
    expect(await upload(500_000)).toMatchObject({ status: 201 });
  });
});
