import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { repositoryRoot } from './repository.ts';

/** The import of each form, and an export that uses it. */
const forms: Record<string, (from: string) => string> = {
  value: (from) => `import { a } from '${from}';\nexport const b = a;`,
  type: (from) => `import type { A } from '${from}';\nexport type B = A;`,
  dynamic: (from) => `export const b = await import('${from}');`,
  again: (from) => `export { a } from '${from}';`,
};

/** Test files: whether the import map allows the import, the path, and the form and the target of the import. */
const plants = `
  refused engine/cite/a.ts value ../../src/domain/runs/run.ts
  refused engine/cite/b.ts type ../../src/domain/runs/run.ts
  refused engine/cite/c.ts dynamic ../../src/config.ts
  refused engine/cite/d.ts again ../../src/store/port.ts
  refused engine/check/e.ts value express
  allowed engine/cite/f.ts value ../model/citation.ts
  refused engine/retrieve/a.ts type ../check/checker.ts
  refused engine/load/a.ts type ../retrieve/query/query.ts
  refused engine/label/a.ts type ../check/checker.ts
  allowed engine/label/b.ts type ../model/answer.ts
  refused engine/model/a.ts value ../cite/match.ts
  refused engine/model/b.ts type ../ports.ts
  refused engine/model/c.ts dynamic ../load/pdf.ts
  refused engine/model/d.ts value ./../label/label.ts
  refused engine/model/e.ts value @langchain/core/documents
  allowed engine/model/f.ts value zod
  refused engine/model/canonical/a.ts value ../../cite/match.ts
  refused engine/model/wording/b.ts dynamic ../../ports.ts
  allowed engine/model/canonical/c.ts type ../finding.ts
  refused engine/runtime/a.ts type ../load/part.ts
  refused engine/llm/b.ts value ../retrieve/evidence.ts
  allowed engine/runtime/c.ts type ../model/source.ts
  refused src/mcp/a.ts value ../http/server.ts
  refused src/mcp/b.ts type ../store/port.ts
  refused src/mcp/c.ts value ../cli/check.ts
  allowed src/mcp/d.ts value ../services/services.ts
  refused src/domain/a.ts value ../services/runs/runs.ts
  refused src/domain/b.ts type ../../engine/ports.ts
  refused src/domain/c.ts dynamic ../store/port.ts
  refused src/domain/d.ts value node:fs/promises
  allowed src/domain/e.ts type ../../engine/model/finding.ts
  refused src/domain/runs/f.ts value ../../services/runs/runs.ts
  allowed src/domain/runs/g.ts value ../records/versioned.ts
  refused src/compose/b.ts value ../cli/check/run.ts
  refused src/process/a.ts value ../store/sqlite/store.ts
  refused src/bundle/a.ts value ../store/sqlite/store.ts
  refused src/services/runs/g.ts value ../../store/sqlite/open.ts
  refused src/services/runs/h.ts value ../../compose/backend.ts
  allowed src/services/runs/i.ts value ../records/listing.ts
  refused src/services/a.ts value ../store/sqlite/open.ts
  refused src/services/b.ts type ../api/trpc.ts
  refused src/services/c.ts dynamic ../queue/embedded.ts
  refused src/services/d.ts value @trpc/server
  allowed src/services/e.ts type ../store/port.ts
  allowed src/services/f.ts value ../../engine/index.ts
  refused src/store/sqlite/a.ts value ../../services/runs.ts
  refused src/assets/b.ts type ../http/server.ts
  allowed src/store/sqlite/c.ts type ../port.ts
  refused src/api/politics/a.ts value ../../store/sqlite/open.ts
  refused src/api/politics/b.ts type ../../http/server.ts
  refused src/api/politics/c.ts dynamic ../../assets/disk.ts
  allowed src/api/politics/d.ts value ../../services/politics.ts
  refused src/http/a.ts value ../store/mongo/open.ts
  refused src/http/b.ts type ../compose/app.ts
  allowed src/http/c.ts value ../api/router.ts
  refused src/client/a.ts value ../services/runs/runs.ts
  allowed src/client/b.ts type ../api/router.ts
  refused src/eval/run/a.ts value ../../store/sqlite/open.ts
  refused src/eval/run/b.ts type ../../../../engine/retrieve/passage-index.ts
  refused src/eval/run/c.ts dynamic ../../cli/check/run.ts
  allowed src/eval/run/d.ts value ../../../../engine/index.ts
  allowed src/eval/run/e.ts type ../../../../engine/model/finding.ts
  allowed src/eval/run/f.ts value ../score/item.ts
  allowed src/eval/run/g.ts value ../../client/index.ts
  refused src/main.ts value ./store/sqlite/open.ts
  allowed src/worker.ts value ./compose/app.ts
  refused src/config.ts value ./services/runs/runs.ts
  allowed src/compose/app.ts value ../store/sqlite/open.ts
  allowed src/cli.ts value ./store/sqlite/open.ts
  allowed src/cli/check.ts value ../sources/memory.ts
  refused dashboard/a.ts type ../src/services/runs/runs.ts
  allowed dashboard/b.ts value ../src/client/index.ts`
  .trim()
  .split(/\n\s*/)
  .map((line) => {
    const [verdict, file = '', form = '', from = ''] = line.split(' ');
    return { file, imports: forms[form]?.(from) ?? '', allowed: verdict === 'allowed' };
  });

const cycles = {
  'engine/chunk/one.ts': `import { two } from './two.ts';\nexport const one = () => two;`,
  'engine/chunk/two.ts': `import { one } from './one.ts';\nexport const two = () => one;`,
  'engine/shape/one.ts': `import type { Two } from './two.ts';\nexport type One = { two: Two };`,
  'engine/shape/two.ts': `import type { One } from './one.ts';\nexport type Two = { one: One };`,
};

const reportSchema = z.object({
  diagnostics: z.array(z.object({ category: z.string(), location: z.object({ path: z.string() }) })),
});

const planted = temporaryFolder('import-map');
for (const name of ['biome.json', 'biome.import-map.json', '.gitignore']) {
  copyFileSync(join(repositoryRoot, name), join(planted, name));
}
for (const { file, imports } of plants) plant(file, imports);
for (const [file, imports] of Object.entries(cycles)) plant(file, imports);
const run = await lint(planted);
const exitCode = run.exitCode;
const flagged = reportSchema.parse(JSON.parse(run.report)).diagnostics.map(({ category, location }) => ({
  rule: category.split('/').at(-1) ?? category,
  file: location.path,
}));

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
