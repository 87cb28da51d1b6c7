import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { confine, confinement } from '../../../../engine/sandbox/confinement.ts';

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

  it.skipIf(!confinement().processes)('cannot change the machine, even as root', () => {
    expect(run('mount -t tmpfs none /mnt').status).not.toBe(0);
    expect(run('grep CapEff /proc/self/status').stdout).toMatch(/CapEff:\t0+[04]$/m);
    expect(run('grep NoNewPrivs /proc/self/status').stdout).toMatch(/1$/m);
  });
});
