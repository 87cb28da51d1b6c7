import { spawn } from 'node:child_process';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { owner } from '../../support/records.ts';
import { type ServiceUnderTest, startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait.ts';

let under: ServiceUnderTest;
beforeEach(async () => {
  under = await startService();
});
afterEach(() => under.close());

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('a worker whose parent process is killed releases its run and ends', async () => {
  const { politics, projects } = under.services;
  const rules = Array.from({ length: 200 }, (_, at) => ({
    name: `rule ${at}`,
    description: `The supplier keeps record ${at} for at least ${(at % 9) + 2} years.`,
  }));
  const { _id: politicsId } = await politics.create(owner, { name: 'n', description: 'd', rules });
  const content = rules.map((rule) => rule.description).join('\n');
  const files = [{ type: 'text' as const, name: 'contract', content }];
  const project = await projects.create(owner, { name: 'n', description: 'd', politicsId, files });
  await projects.update(owner, project._id, { status: 'deploying' });

  const parent = spawn(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, 'parent-process.ts')],
    {
      env: {
        PATH: process.env.PATH,
        ...under.environment,
        PUBLIC_URL: 'https://files.example.org',
        LOG_LEVEL: 'silent',
      },
      stdio: 'ignore',
    },
  );
  const worker = await waitUntil(
    async () => (await projects.view(owner, project._id)).run?.lease.owner ?? null,
    { upTo: 40_000 },
  );
  const pid = Number(worker.split('/')[1]);
  expect(isRunning(pid)).toBe(true);
  // Workers have a lower priority, so that requests are answered first if every core is busy.
  expect(getPriority(pid)).toBeGreaterThan(getPriority());
  parent.kill('SIGKILL');
  await waitUntil(() => !isRunning(pid));
  const { run } = await projects.view(owner, project._id);
  expect(run?.lease.owner).toBeNull();
  expect(['queued', 'completed']).toContain(run?.state);
});
