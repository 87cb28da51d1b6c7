import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { apiTypes } from '../../../packaging/client/api-types.ts';

const run = promisify(execFile);
const root = process.cwd();

const folder = await mkdtemp(join(root, 'dist', 'client-test-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Assigns each pair of types to `Same`, which is true only if the compiler considers them identical. */
const comparison = `import type * as Own from '../../src/client/api.ts';
import type * as Printed from './api.ts';
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Differ<A, B> = { [K in keyof A | keyof B]: K extends keyof A & keyof B
  ? (Same<A[K], B[K]> extends true ? never : K) : K }[keyof A | keyof B];
type DifferIn<A, B> = { [K in keyof A & keyof B]: Differ<A[K], B[K]> }[keyof A & keyof B];
type All<Pairs extends true[]> = Pairs;
export type Compared = All<[
  Same<keyof Own.Inputs, keyof Printed.Inputs>,
  Same<keyof Own.Outputs, keyof Printed.Outputs>,
  Same<DifferIn<Own.Inputs, Printed.Inputs>, never>,
  Same<DifferIn<Own.Outputs, Printed.Outputs>, never>,
  Same<Own.ErrorCode, Printed.ErrorCode>,
  Same<Own.Problem, Printed.Problem>,
  Same<Own.ProjectEvent, Printed.ProjectEvent>,
  Same<Own.UploadedFile, Printed.UploadedFile>,
  Same<Own.Politics, Printed.Politics>,
  Same<Own.Project, Printed.Project>,
  Same<Own.ProjectView, Printed.ProjectView>,
  Same<Own.Run, Printed.Run>,
  Same<Own.Finding, Printed.Finding>,
  Same<Own.Token, Printed.Token>,
]>;
export const calls = (own: Own.Calls): Printed.Calls => own;
`;

it('the types of @proviso/client are identical to the types of the service', async () => {
  const types = apiTypes().replace("'./surface.ts'", "'../../src/client/surface.ts'");
  await writeFile(join(folder, 'api.ts'), types);
  await writeFile(join(folder, 'compared.ts'), comparison);
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.json',
      // JSON does not contain undefined, so the types need not distinguish it from a missing field.
      compilerOptions: { exactOptionalPropertyTypes: false },
      include: ['./compared.ts'],
    }),
  );
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout.split('\n').filter((line) => line.includes('client-test-'))).toEqual([]);
});
