import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { owner } from '../../support/records.ts';
import { type ServiceUnderTest, startService } from '../../support/service.ts';
import { storedAssets } from '../../support/stored-assets.ts';
import { waitUntil } from '../../support/wait.ts';

let under: ServiceUnderTest;
beforeEach(async () => {
  under = await startService();
});
afterEach(() => under.close());

it.each([1, 13, 47])(
  'a process that is killed after %i uploads leaves no incomplete project, and no stray file after the cleanup',
  async (uploads) => {
    const rules = [{ name: 'a', description: 'b' }];
    const { _id } = await under.services.politics.create(owner, { name: 'n', description: 'd', rules });
    const script = join(import.meta.dirname, 'creating-process.ts');
    const args = ['--import', 'tsx', script, owner.userId, _id];
    const env = { ...process.env, ...under.environment };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    await waitUntil(async () => (await storedAssets(under.assets)).length >= uploads);
    child.kill('SIGKILL');
    await once(child, 'exit');

    const { items, total } = await under.services.projects.list(owner, { page: 1, pageSize: 100 });
    expect(items.map((project) => project.files.length)).toEqual(Array.from({ length: total }, () => 20));
    await under.services.uploads.sweep(new Date(Date.now() + 1_000));
    const used = items.flatMap((project) => project.files.map((file) => file.assetId));
    const kept: string[] = [];
    for await (const { id } of under.assets.listOlderThan(new Date('2100-01-01'))) kept.push(id);
    expect(kept.toSorted()).toEqual(used.toSorted());
  },
);
