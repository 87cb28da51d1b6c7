import { expect, it } from 'vitest';
import { lookAfter } from '../../../../src/services/watches/schedule.ts';

it.each([
  ['90m', '2026-03-27T07:30:00.000Z'],
  ['0 7 * * *', '2026-03-27T07:00:00.000Z'],
  // On 29 March 2026, the clocks of Berlin change from 2:00 to 3:00, so that 7:00 is 5:00 UTC.
  ['0 7 * * 1-5 Europe/Berlin', '2026-03-30T05:00:00.000Z'],
])('looks at a folder with the schedule %s first at %s', (schedule, next) => {
  expect(lookAfter(schedule, new Date('2026-03-27T06:00:00Z')).toISOString()).toBe(next);
});
