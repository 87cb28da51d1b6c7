import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { repositoryRoot } from './repository.ts';

/** A test file: its path, its import, and whether the import map allows the import. */
type Plant = { file: string; imports: string; allowed: boolean };

const refused = (file: string, imports: string): Plant => ({ file, imports, allowed: false });
const allowed = (file: string, imports: string): Plant => ({ file, imports, allowed: true });

const plants: Plant[] = [
  refused('engine/cite/a.ts', `import { a } from '../../src/domain/runs/run.ts';\nexport const b = a;`),
  refused('engine/cite/b.ts', `import type { A } from '../../src/domain/runs/run.ts';\nexport type B = A;`),
  refused('engine/cite/c.ts', `export const b = await import('../../src/config.ts');`),
  refused('engine/cite/d.ts', `export { a } from '../../src/store/port.ts';`),
  refused('engine/check/e.ts', `import express from 'express';\nexport const b = express;`),
  allowed('engine/cite/f.ts', `import { a } from '../model/citation.ts';\nexport const b = a;`),

  refused('engine/retrieve/a.ts', `import type { A } from '../check/checker.ts';\nexport type B = A;`),
  refused('engine/load/a.ts', `import type { A } from '../retrieve/query/query.ts';\nexport type B = A;`),
  refused('engine/label/a.ts', `import type { A } from '../check/checker.ts';\nexport type B = A;`),
  allowed('engine/label/b.ts', `import type { A } from '../model/answer.ts';\nexport type B = A;`),

  refused('engine/model/a.ts', `import { a } from '../cite/match.ts';\nexport const b = a;`),
  refused('engine/model/b.ts', `import type { A } from '../ports.ts';\nexport type B = A;`),
  refused('engine/model/c.ts', `export const b = await import('../load/pdf.ts');`),
  refused('engine/model/d.ts', `import { a } from './../label/label.ts';\nexport const b = a;`),
  refused('engine/model/e.ts', `import { a } from '@langchain/core/documents';\nexport const b = a;`),
  allowed(
    'engine/model/f.ts',
    `import { z } from 'zod';\nimport { a } from './a.ts';\nexport const b = [z, a];`,
  ),

  refused('engine/model/canonical/a.ts', `import { a } from '../../cite/match.ts';\nexport const b = a;`),
  refused('engine/model/wording/b.ts', `export const b = await import('../../ports.ts');`),
  allowed('engine/model/canonical/c.ts', `import type { A } from '../finding.ts';\nexport type B = A;`),
  refused('engine/runtime/a.ts', `import type { A } from '../load/part.ts';\nexport type B = A;`),
  refused('engine/llm/b.ts', `import { a } from '../retrieve/evidence.ts';\nexport const b = a;`),
  allowed('engine/runtime/c.ts', `import type { A } from '../model/source.ts';\nexport type B = A;`),

  refused('src/mcp/a.ts', `import { a } from '../http/server.ts';\nexport const b = a;`),
  refused('src/mcp/b.ts', `import type { A } from '../store/port.ts';\nexport type B = A;`),
  refused('src/mcp/c.ts', `import { a } from '../cli/check.ts';\nexport const b = a;`),
  allowed('src/mcp/d.ts', `import { a } from '../services/services.ts';\nexport const b = a;`),

  refused('src/domain/a.ts', `import { a } from '../services/runs/runs.ts';\nexport const b = a;`),
  refused('src/domain/b.ts', `import type { A } from '../../engine/ports.ts';\nexport type B = A;`),
  refused('src/domain/c.ts', `export const b = await import('../store/port.ts');`),
  refused('src/domain/d.ts', `import { readFile } from 'node:fs/promises';\nexport const b = readFile;`),
  allowed('src/domain/e.ts', `import type { A } from '../../engine/model/finding.ts';\nexport type B = A;`),

  refused('src/domain/runs/f.ts', `import { a } from '../../services/runs/runs.ts';\nexport const b = a;`),
  allowed('src/domain/runs/g.ts', `import { a } from '../records/versioned.ts';\nexport const b = a;`),
  refused('src/compose/b.ts', `import { a } from '../cli/check/run.ts';\nexport const b = a;`),
  refused('src/process/a.ts', `import { a } from '../store/sqlite/store.ts';\nexport const b = a;`),
  refused('src/bundle/a.ts', `import { a } from '../store/sqlite/store.ts';\nexport const b = a;`),

  refused('src/services/runs/g.ts', `import { a } from '../../store/sqlite/open.ts';\nexport const b = a;`),
  refused('src/services/runs/h.ts', `import { a } from '../../compose/backend.ts';\nexport const b = a;`),
  allowed('src/services/runs/i.ts', `import { a } from '../records/listing.ts';\nexport const b = a;`),
  refused('src/services/a.ts', `import { a } from '../store/sqlite/open.ts';\nexport const b = a;`),
  refused('src/services/b.ts', `import type { A } from '../api/trpc.ts';\nexport type B = A;`),
  refused('src/services/c.ts', `export const b = await import('../queue/embedded.ts');`),
  refused('src/services/d.ts', `import { TRPCError } from '@trpc/server';\nexport const b = TRPCError;`),
  allowed('src/services/e.ts', `import type { A } from '../store/port.ts';\nexport type B = A;`),
  allowed('src/services/f.ts', `import { analyze } from '../../engine/index.ts';\nexport const b = analyze;`),

  refused('src/store/sqlite/a.ts', `import { a } from '../../services/runs.ts';\nexport const b = a;`),
  refused('src/assets/b.ts', `import type { A } from '../http/server.ts';\nexport type B = A;`),
  allowed('src/store/sqlite/c.ts', `import type { A } from '../port.ts';\nexport type B = A;`),

  refused('src/api/politics/a.ts', `import { a } from '../../store/sqlite/open.ts';\nexport const b = a;`),
  refused('src/api/politics/b.ts', `import type { A } from '../../http/server.ts';\nexport type B = A;`),
  refused('src/api/politics/c.ts', `export const b = await import('../../assets/disk.ts');`),
  allowed('src/api/politics/d.ts', `import { a } from '../../services/politics.ts';\nexport const b = a;`),

  refused('src/http/a.ts', `import { a } from '../store/mongo/open.ts';\nexport const b = a;`),
  refused('src/http/b.ts', `import type { A } from '../compose/app.ts';\nexport type B = A;`),
  allowed('src/http/c.ts', `import { a } from '../api/router.ts';\nexport const b = a;`),

  refused('src/client/a.ts', `import { a } from '../services/runs/runs.ts';\nexport const b = a;`),
  allowed('src/client/b.ts', `import type { A } from '../api/router.ts';\nexport type B = A;`),

  refused('src/eval/run/a.ts', `import { a } from '../../store/sqlite/open.ts';\nexport const b = a;`),
  refused(
    'src/eval/run/b.ts',
    `import type { A } from '../../../../engine/retrieve/passage-index.ts';\nexport type B = A;`,
  ),
  refused('src/eval/run/c.ts', `export const b = await import('../../cli/check/run.ts');`),
  allowed(
    'src/eval/run/d.ts',
    `import { analyze } from '../../../../engine/index.ts';\nexport const b = analyze;`,
  ),
  allowed(
    'src/eval/run/e.ts',
    `import type { A } from '../../../../engine/model/finding.ts';\nexport type B = A;`,
  ),
  allowed('src/eval/run/f.ts', `import { a } from '../score/item.ts';\nexport const b = a;`),
  allowed('src/eval/run/g.ts', `import { a } from '../../client/index.ts';\nexport const b = a;`),

  refused('src/main.ts', `import { a } from './store/sqlite/open.ts';\nexport const b = a;`),
  allowed('src/worker.ts', `import { a } from './compose/app.ts';\nexport const b = a;`),
  refused('src/config.ts', `import { a } from './services/runs/runs.ts';\nexport const b = a;`),
  allowed('src/compose/app.ts', `import { a } from '../store/sqlite/open.ts';\nexport const b = a;`),
  allowed('src/cli.ts', `import { a } from './store/sqlite/open.ts';\nexport const b = a;`),
  allowed('src/cli/check.ts', `import { a } from '../sources/memory.ts';\nexport const b = a;`),

  refused('dashboard/a.ts', `import type { A } from '../src/services/runs/runs.ts';\nexport type B = A;`),
  allowed('dashboard/b.ts', `import { a } from '../src/client/index.ts';\nexport const b = a;`),
];

const cycles = {
  'engine/chunk/one.ts': `import { two } from './two.ts';\nexport const one = () => two;`,
  'engine/chunk/two.ts': `import { one } from './one.ts';\nexport const two = () => one;`,
  'engine/shape/one.ts': `import type { Two } from './two.ts';\nexport type One = { two: Two };`,
  'engine/shape/two.ts': `import type { One } from './one.ts';\nexport type Two = { one: One };`,
};

const reportSchema = z.object({
  diagnostics: z.array(z.object({ category: z.string(), location: z.object({ path: z.string() }) })),
});

let flagged: { rule: string; file: string }[] = [];

const planted = mkdtempSync(join(tmpdir(), 'proviso-import-map-'));
for (const name of ['biome.json', 'biome.import-map.json', '.gitignore']) {
  copyFileSync(join(repositoryRoot, name), join(planted, name));
}
for (const { file, imports } of plants) plant(file, imports);
for (const [file, imports] of Object.entries(cycles)) plant(file, imports);
const run = await lint(planted);
const exitCode = run.exitCode;
flagged = reportSchema.parse(JSON.parse(run.report)).diagnostics.map(({ category, location }) => ({
  rule: category.split('/').at(-1) ?? category,
  file: location.path,
}));

afterAll(() => rmSync(planted, { recursive: true, force: true }));

describe('the import map', () => {
  it('makes biome fail on files with forbidden imports', () => expect(exitCode).not.toBe(0));

  it.each(plants.filter((plant) => !plant.allowed))('refuses an import in $file: $imports', ({ file }) => {
    expect(flagged).toContainEqual({ rule: 'noRestrictedImports', file });
  });

  it.each(plants.filter((plant) => plant.allowed))('allows an import in $file: $imports', ({ file }) => {
    expect(flagged).not.toContainEqual({ rule: 'noRestrictedImports', file });
  });

  it.each(Object.keys(cycles))('refuses the cycle through %s', (file) => {
    expect(flagged).toContainEqual({ rule: 'noImportCycles', file });
  });

  it('has a rule for every folder of the service', () => {
    const ruled = readFileSync(join(repositoryRoot, 'biome.import-map.json'), 'utf8');
    const compositionRoots = ['cli'];
    const folders = readdirSync(join(repositoryRoot, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !compositionRoots.includes(entry.name))
      .map((entry) => `src/${entry.name}/**`);
    expect(folders.filter((folder) => !ruled.includes(`"${folder}"`))).toEqual([]);
  });
});

function plant(file: string, content: string) {
  mkdirSync(dirname(join(planted, file)), { recursive: true });
  writeFileSync(join(planted, file), `${content}\n`);
}

function lint(folder: string) {
  const biome = join(repositoryRoot, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const args = [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.'];
  return new Promise<{ exitCode: number; report: string }>((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 16_000_000 }, (error, stdout) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, report: stdout });
    });
  });
}
