import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { closeLoading } from '../../../engine/index.ts';
import { embeddedQueue } from '../../../src/queue/embedded.ts';
import { joinedQueues } from '../../../src/queue/joined.ts';
import { redisQueue } from '../../../src/queue/redis.ts';
import { startRunWorker } from '../../../src/services/runs/run-worker.ts';
import { queueContract } from '../../gate/contract/queue.suite.ts';
import { owner } from '../../support/records.ts';
import { hasRedis, type RedisUnderTest, startRedis, whyNoRedis } from '../../support/redis.ts';
import { startService, workerDependenciesOf } from '../../support/service.ts';
import { waitUntil } from '../../support/wait.ts';

queueContract('the process itself', async () => {
  const queue = embeddedQueue();
  return { open: () => queue, remove: async () => undefined };
});

describe.skipIf(hasRedis())(whyNoRedis, () => {
  it.skip('the contract of the queue on Redis');
});

describe.skipIf(!hasRedis())('wake-ups through Redis', () => {
  let redis: RedisUnderTest;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    await redis.kill();
    await closeLoading();
  });

  let count = 0;
  const fresh = () => {
    count += 1;
    const prefix = `test${count}`;
    return () => redisQueue({ url: redis.url, prefix, onTrouble: () => undefined });
  };

  queueContract('BullMQ', async () => ({ open: fresh(), remove: async () => undefined }));
  queueContract('BullMQ beside the process itself', async () => {
    const [open, local] = [fresh(), embeddedQueue()];
    return { open: () => joinedQueues([local, open()]), remove: async () => undefined };
  });

  it('leave no jobs behind on the server', async () => {
    const open = fresh();
    const [sender, taker] = [open(), open()];
    const woken = vi.fn();
    taker.listen(woken);
    for (let at = 0; at < 20; at += 1) await sender.wake(String(at).padStart(24, '0'));
    const client = new Redis(redis.url);
    const left = () => client.keys(`test${count}:runs:[0-9]*`);
    await expect.poll(left).toEqual([]);
    await Promise.all([sender.close(), taker.close()]);
    await client.quit();
  });

  it('arrive again after the server has lost its data or was unreachable', async () => {
    const troubles: string[] = [];
    const settings = {
      url: redis.url,
      prefix: 'away',
      onTrouble: (error: Error) => troubles.push(error.message),
    };
    const [sender, taker] = [redisQueue(settings), redisQueue(settings)];
    const woken = vi.fn();
    taker.listen(woken);
    const wakes = async () => {
      const before = woken.mock.calls.length;
      const again = async () => {
        await sender.wake('a'.repeat(24));
        return woken.mock.calls.length > before;
      };
      await waitUntil(again);
    };
    await wakes();
    const client = new Redis(redis.url);
    await client.flushall();
    await client.quit();
    await wakes();
    await redis.kill();
    await expect(sender.wake('a'.repeat(24))).resolves.toBeUndefined();
    expect(troubles.length).toBeGreaterThan(0);
    await redis.start();
    await wakes();
    await Promise.all([sender.close(), taker.close()]);
  });

  it('are not needed to complete a run: no run is lost if Redis loses its data and does not come back', async () => {
    const under = await startService();
    const queue = redisQueue({ url: redis.url, prefix: 'lost', onTrouble: () => undefined });
    under.dependencies.queue = queue;
    const { projects, politics } = under.services;
    const rules = [{ name: 'Notice', description: 'Notice is given three months before.' }];
    const { _id: politicsId } = await politics.create(owner, { name: 'n', description: 'd', rules });
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1) {
      const { _id } = await projects.create(owner, { name: `${at}`, description: 'd', politicsId });
      await projects.update(owner, _id, { status: 'deploying' });
      ids.push(_id);
    }
    await redis.kill();
    const worker = startRunWorker({ ...workerDependenciesOf(under), queue }, { concurrency: 2, idleMs: 50 });
    const statuses = async () => {
      const views = await Promise.all(ids.map((id) => projects.get(owner, id)));
      return views.map(({ status }) => status);
    };
    await expect.poll(statuses).toEqual(ids.map(() => 'completed'));
    await worker.stop();
    await queue.close();
    await under.close();
  });
});
