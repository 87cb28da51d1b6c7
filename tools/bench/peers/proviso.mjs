// `proviso.mjs OUT FILE...` reads PDFs with Proviso, isolated as in the service, and writes a JSON list of
// [file, first page, last page, text] to OUT.
import { writeFileSync } from 'node:fs';
import { defaultLimits } from '../../../dist/engine/job.js';
import { closeLoading, loadSource } from '../../../dist/engine/load/load-source.js';
import { inMemorySourceCache, openLocalFile } from '../../../dist/engine/load/local-files.js';

const [out, ...files] = process.argv.slice(2);
const ports = { openSource: openLocalFile, sourceCache: inMemorySourceCache() };
const options = { signal: new AbortController().signal };
const read = await Promise.all(
  files.map((path) => loadSource({ name: path, ref: path, linkBase: path }, ports, defaultLimits, options)),
);
closeLoading();
const parts = read.flatMap(({ content: { text, ranges } }, file) =>
  ranges.map(({ start, end, locator }) => [file, locator.page, locator.page, text.slice(start, end)]),
);
writeFileSync(out, JSON.stringify(parts));
