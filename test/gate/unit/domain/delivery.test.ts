import { expect, it } from 'vitest';
import { waitAfter } from '../../../../src/domain/delivery.ts';

const dayMs = 24 * 60 * 60 * 1000;

it('the wait after an attempt is the time that the receiver asked for, but at most a day', () => {
  expect(waitAfter(1, 0)).toBe(5_000);
  expect(waitAfter(1, 0, 60_000)).toBe(60_000);
  expect(waitAfter(1, 0, 1_000)).toBe(5_000);
  expect(waitAfter(1, 0, 365 * dayMs)).toBe(dayMs);
});
