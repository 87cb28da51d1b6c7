// Reads the given files and prints their number of pages. This is a separate process so that it is measured as a whole.
import { defaultLimits } from '../../dist/engine/job.js';
import { closeLoading, loadSource } from '../../dist/engine/load/load-source.js';
import { inMemorySourceCache, openLocalFile } from '../../dist/engine/load/local-files.js';

const ports = { openSource: openLocalFile, sourceCache: inMemorySourceCache() };
const options = { signal: new AbortController().signal };
const read = await Promise.all(
  process.argv
    .slice(2)
    .map((path) => loadSource({ name: path, ref: path, linkBase: path }, ports, defaultLimits, options)),
);
closeLoading();
process.stdout.write(`${read.reduce((sum, { content }) => sum + content.pages, 0)}\n`);
