// Reads the given files twice as a running server does, with started readers and a text cache. Prints the time of each
// reading in ms.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits } from '../../dist/engine/job.js';
import { closeLoading, loadSource } from '../../dist/engine/load/load-source.js';
import { openLocalFile } from '../../dist/engine/load/local-files.js';
import { sourceTextsOf } from '../../dist/src/sources/cached-texts.js';
import { openSqliteStore } from '../../dist/src/store/sqlite/store.js';

const [warmUp, ...paths] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'proviso-bench-'));
const store = await openSqliteStore(folder);
const sourceCache = sourceTextsOf('0'.repeat(24), store.sourceTexts, { now: () => new Date() });
const ports = { openSource: openLocalFile, sourceCache };
const options = { signal: new AbortController().signal };

async function read(files) {
  const began = performance.now();
  const all = files.map((path) =>
    loadSource({ name: path, ref: path, linkBase: path }, ports, defaultLimits, options),
  );
  const pages = (await Promise.all(all)).reduce((sum, { content }) => sum + content.pages, 0);
  return { pages, ms: performance.now() - began };
}

await read([warmUp]);
const first = await read(paths);
const again = await read(paths);
closeLoading();
await store.close();
rmSync(folder, { recursive: true, force: true });
process.stdout.write(JSON.stringify({ first, again }));
