import { expect, it } from 'vitest';
import { restartDelay } from '../../../../src/queue/child-process.ts';

it('a worker that crashes repeatedly is restarted after increasing delays, up to a maximum', () => {
  const delays = Array.from({ length: 8 }, (_, crashes) => restartDelay(crashes));
  expect(delays).toEqual([100, 250, 1_000, 5_000, 30_000, 30_000, 30_000, 30_000]);
});
