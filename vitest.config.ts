import { relative, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { patienceMs } from './test/support/patience.ts';

/** Readers and workers that tests start run as built: from their sources each takes three times as long to start. */
const builtChildren: Plugin = {
  name: 'built-children',
  transform(code, id) {
    if (/\/engine\/(?:load\/sandbox\/reader|(redline|rules|shape|verify)\/process\/\1-apart)\.ts$/.test(id)) {
      const child = /moduleBeside\(import\.meta\.url, (['"])([\w-]+)\1\)/;
      if (!child.test(code))
        throw new Error(`${id} names no child, so its children would run from their sources`);
      return code.replace(child, "new URL('../../../dist/run/$2.js', import.meta.url)");
    }
    if (id.endsWith('/src/compose/reporters.ts')) {
      return code.replace('../reporter.ts', '../../dist/run/reporter.js');
    }
    if (id.endsWith('/src/compose/app.ts')) return code.replace('../worker.ts', '../../dist/run/worker.js');
    return null;
  },
};

/** Tests import Proviso's modules as built, which Node loads at a fraction of the time. */
const builtModules: Plugin = {
  name: 'built-modules',
  enforce: 'pre',
  resolveId(source, importer) {
    if (importer === undefined || !/^\..*\.ts$/.test(source)) return null;
    const path = relative(import.meta.dirname, resolve(importer, '..', source));
    return /^(?:engine|src)\//.test(path)
      ? resolve(import.meta.dirname, 'dist', path.replace(/\.ts$/, '.js'))
      : null;
  },
};

export default defineConfig(({ mode }) => ({
  // `npm test` chooses this mode after a build. Without it, tests need no build after a change.
  plugins: [mode === 'built' ? builtModules : builtChildren],
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', './test/support/test-log.ts'],
    // Results are to be the same on machines with LibreOffice and without; its own tests ask for it.
    env: { PAGE_LAYOUT: 'off' },
    // Properties get the same random inputs in every run, so that a change which is not to blame cannot fail.
    setupFiles: ['test/support/random-seed.ts', 'test/support/begun-tests.ts'],
    // A test that compares nothing cannot fail.
    // A loaded machine takes long, and a wait ends as soon as it can.
    expect: { requireAssertions: true, poll: { timeout: patienceMs, interval: 20 } },
    // A transcript without its recorded file fails: only `-u` records.
    update: 'none',
    // Against tests that hang, and not against slow machines.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Files share what they import, which is a third of the time; each keeps its own servers, folders and stores.
    isolate: false,
    server: { deps: { external: [/\/dist\/(?:engine|src)\//] } },
    // Many tests wait for processes: with two workers for each of two processors no processor is idle.
    maxWorkers: 4,
  },
}));
