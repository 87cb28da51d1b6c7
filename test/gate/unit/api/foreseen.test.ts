import { expect, it } from 'vitest';
import { isForeseen } from '../../../../src/api/problem.ts';
import { AppError } from '../../../../src/domain/errors.ts';

it('the operator learns of failures of the service, also of those with a code of their own, and not of wrong requests', () => {
  expect(isForeseen(new AppError('run_not_found', 'there is no such run'))).toBe(true);
  expect(isForeseen(new AppError('store_unavailable', 'the store does not answer'))).toBe(false);
  expect(isForeseen(new Error('a defect'))).toBe(false);
});
