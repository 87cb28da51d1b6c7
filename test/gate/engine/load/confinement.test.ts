import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { confine, confinement } from '../../../../engine/sandbox/confinement.ts';
import { testFolder } from './support/load-file.ts';

const host = confinement();
if (!host.files)
  process.stderr.write(
    'SKIPPED: this host has no namespaces to hide its files from ffmpeg and LibreOffice\n',
  );

const folder = testFolder();

function run(script: string, limits?: Parameters<typeof confine>[2]) {
  const { command, args } = confine('sh', ['-c', script], limits);
  return spawnSync(command, args, { encoding: 'utf8', timeout: 100_000 });
}

describe('a confined program', () => {
  it('ends with its own exit code or signal', () => {
    expect(run('exit 3').status).toBe(3);
    const { status, signal } = run('kill -ABRT $$');
    expect(status ?? signal).toBeOneOf([134, 'SIGABRT']);
  });

  it('is ended by the kernel after it has used up its processor time', () => {
    const { status, signal } = run('while :; do :; done', { cpuSeconds: 1 });
    expect(status ?? signal).toBeOneOf([137, 'SIGKILL']);
  });

  it.skipIf(!host.processes)('cannot change the machine, even as root', () => {
    expect(run('mount -t tmpfs none /mnt').status).not.toBe(0);
    expect(run('grep CapEff /proc/self/status').stdout).toMatch(/CapEff:\t0+[04]$/m);
    expect(run('grep NoNewPrivs /proc/self/status').stdout).toMatch(/1$/m);
  });
});

describe.skipIf(!host.files)('a program that opens one file', () => {
  const read = folder.write('a document.txt', 'The only file.\n');
  const secret = folder.write('secret.txt', 'swordfish');

  it('reads this file, and cannot change it', () => {
    expect(run(`sed '' '${read}'`, { files: { read } }).stdout).toBe('The only file.\n');
    expect(run(`echo changed > '${read}'`, { files: { read } }).status).not.toBe(0);
    expect(readFileSync(read, 'utf8')).toBe('The only file.\n');
  });

  it('sees no other file of the machine', () => {
    const outside = [secret, '/etc/hostname', '/etc/passwd', '/old/etc/passwd', '/own/1/root/etc/passwd'];
    const facts = ['/proc/sys/kernel/hostname', '/proc/cpuinfo', '/sys/kernel/uevent_seqnum', '/dev/kmsg'];
    for (const path of [...outside, ...facts, import.meta.filename, process.execPath])
      expect(run(`sed '' '${path}'`, { files: { read } }), path).toMatchObject({ stdout: '' });
    const top = run('cd /; ls', { files: { read } }).stdout.trim().split('\n');
    for (const name of ['home', 'root', 'run', 'srv', 'opt', 'mnt', 'boot', 'sys'])
      expect(top).not.toContain(name);
    expect(run('ls /etc/ssh /usr/local/bin /usr/lib/node_modules/*', { files: { read } }).stdout).toBe('');
  });

  it('writes only into its folder', () => {
    const own = folder.write('kept.txt', '').replace('/kept.txt', '');
    const { stdout } = run('echo done > out.txt; ls', { files: { write: own } });
    expect(readFileSync(join(own, 'out.txt'), 'utf8')).toBe('done\n');
    expect(stdout).toContain('kept.txt');
    run('echo bad > /usr/share/fonts/bad.ttf; echo bad > /etc/fonts/bad.conf', { files: { write: own } });
    expect(existsSync('/usr/share/fonts/bad.ttf') || existsSync('/etc/fonts/bad.conf')).toBe(false);
  });

  it('has no rights, no network and no other processes, and ends with its own exit code', () => {
    const { stdout, status } = run(
      'grep -E "CapEff|CapBnd|NoNewPrivs" /proc/self/status; ls -d /proc/[0-9]* /sys/class/net; echo 0 > /proc/sys/vm/swappiness; exit 7',
      { files: { read } },
    );
    expect(status).toBe(7);
    expect(stdout).toMatch(/CapEff:\t0+\nCapBnd:\t0+\nNoNewPrivs:\t1\n$/);
  });
});
