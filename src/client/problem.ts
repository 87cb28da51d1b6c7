import type { Problem } from './api.ts';

export function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false;
  const isText = (name: string) => typeof Reflect.get(value, name) === 'string';
  return isText('code') && isText('detail') && isText('requestId');
}
