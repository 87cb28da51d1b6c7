import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Against tests that hang, and not against slow machines.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Files share what they import, which is a third of the time; each keeps its own servers, folders and stores.
    isolate: false,
    // Tests that wait for processes and limits leave the processor to others.
    maxWorkers: 3,
  },
});
