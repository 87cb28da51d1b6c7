import type { Problem } from './api.ts';

export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && 'requestId' in value;
}
