import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insuredCounter } from '../../../src/limits/insured.ts';
import { openRedisCounter } from '../../../src/limits/redis.ts';
import { hasRedis, type RedisUnderTest, startRedis, whyNoRedis } from '../../support/redis.ts';

describe.skipIf(hasRedis())(whyNoRedis, () => {
  it.skip('requests that are counted on Redis');
});

describe.skipIf(!hasRedis())('requests that are counted on Redis', () => {
  let redis: RedisUnderTest;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.kill());

  it('are counted once each, whichever process counts them', async () => {
    const counters = await Promise.all([1, 2, 3].map(() => openRedisCounter({ url: redis.url })));
    const counted = await Promise.all(
      Array.from({ length: 60 }, (_, nth) => counters[nth % 3]?.count('a', 60_000)),
    );
    const used = counted.map((one) => one?.used ?? 0);
    expect(used.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, nth) => nth + 1));
    expect(Math.max(...counted.map((one) => one?.endsInMs ?? 0))).toBeLessThanOrEqual(60_000);
    expect(await counters[0]?.count('b', 60_000)).toMatchObject({ used: 1 });
    await Promise.all(counters.map((counter) => counter.close()));
  });

  it('are counted by each process separately while Redis is unreachable, with a message, and together again afterwards', async () => {
    const failures: unknown[] = [];
    let now = 0;
    const open = async () =>
      insuredCounter(
        await openRedisCounter({ url: redis.url }),
        (error) => failures.push(error),
        () => now,
      );
    const [one, two] = [await open(), await open()];
    const used = async (counter: typeof one) => (await counter.count('c', 60_000)).used;
    expect([await used(one), await used(two)]).toEqual([1, 2]);
    await redis.kill();
    expect([await used(one), await used(one), await used(two)]).toEqual([1, 2, 1]);
    expect(failures).toHaveLength(2);
    await redis.start();
    await expect
      .poll(async () => {
        now += 1_000;
        return (await used(one)) + (await used(two));
      })
      .toBe(3);
    await Promise.all([one.close(), two.close()]);
  });

  it('do not prevent the start of a server if Redis is unreachable', async () => {
    const counter = insuredCounter(await openRedisCounter({ url: 'redis://127.0.0.1:1' }), () => {});
    expect(await counter.count('d', 60_000)).toMatchObject({ used: 1 });
    await counter.close();
  });
});
