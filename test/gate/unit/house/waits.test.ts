import { expect, it } from 'vitest';
import { patienceMs } from '../../../support/patience.ts';
import { textFiles } from './repository.ts';

const tests = textFiles().filter(({ path }) => /^(?:test\/.*|vitest\.config)\.ts$/.test(path));
const filesWith = (pattern: RegExp) => tests.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

it('no test waits with the one second of Vitest: each uses waitFor and waitUntil of test/support/wait.ts', () => {
  expect(filesWith(/\bvi\s*\.\s*wait(?:For|Until)\(/)).toEqual(['test/support/wait.ts']);
});

it('no poll gives up earlier than the other waits', () => {
  const impatient = tests.filter(({ text }) =>
    [...text.matchAll(/\.poll\((?:(?!\.to[A-Z]|\.not\.)[\s\S])*?\btimeout:\s*([\d_]+)/g)].some(
      ([, limit = '']) => Number(limit.replaceAll('_', '')) < patienceMs,
    ),
  );
  expect(impatient.map(({ path }) => path)).toEqual([]);
});

it('no test is repeated until it passes', () => {
  expect(filesWith(/\bretry:\s*\d/)).toEqual([]);
});
