import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultLimits, type Limits } from '../../../../engine/job.ts';
import type { Json } from '../../../../engine/model/result.ts';
import { closeSharedPools } from '../../../../engine/sandbox/shared-pools.ts';
import { outputFormatProblems } from '../../../../engine/shape/check-output-format.ts';
import { shapeApart, shaperPool } from '../../../../engine/shape/process/shape-apart.ts';
import { shapeByChoices } from '../../../../engine/shape/shape-by-choices.ts';
import { processesNaming } from '../../../support/processes.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { waitFor, waitUntil } from '../../../support/wait.ts';
import { all, audit, broken, kept } from './shaped-findings.ts';
import { attackSchemas } from './support/attack-schemas.ts';

const folder = temporaryFolder('shape');
afterAll(() => closeSharedPools());

const { signal } = new AbortController();

describe('an output created in a separate process', () => {
  it.each<[string, Json]>([
    ['an example', { summary: '', findings: [{ rule: '', quote: '', page: 1 }], nothing: '' }],
    [
      'a schema',
      { type: 'object', properties: { audit: { type: 'string' }, escrow: { type: ['string', 'null'] } } },
    ],
    ['a schema that is refused', { type: 'object', properties: { a: { $async: true } } }],
    ['keys that all JavaScript objects have', JSON.parse('{"__proto__": {"label": ""}, "constructor": ""}')],
  ])('is the same as one created in this process: %s', async (_, format) => {
    const apart = await shapeApart(format, all, [], defaultLimits, { signal });
    expect(JSON.stringify(apart)).toBe(JSON.stringify(shapeByChoices(format, all, [], defaultLimits)));
  });

  it('contains all findings, however many there are, and none of a concurrent output', async () => {
    const many = Array.from({ length: 450 }, (_, at) => ({ ...broken, id: `finding ${at}` }));
    const format = { total: 0 };
    const outputs = await Promise.all(
      [many, all, []].map((findings) => shapeApart(format, findings, [], defaultLimits, { signal })),
    );
    expect(outputs.map(({ output }) => output)).toEqual([{ total: 450 }, { total: 4 }, { total: null }]);
  });

  it('has the values that the model chose for fields with meaningless names', async () => {
    const choice = { pointer: '/x', findingId: broken.id, part: 'page' as const };
    const { output, outputSources } = await shapeApart({ x: 0 }, all, [choice], defaultLimits, { signal });
    expect(output).toEqual({ x: 3 });
    expect(outputSources['/x']).toEqual([{ findingId: broken.id, citation: 0 }]);
  });
});

describe('a schema that never ends or has no use', () => {
  const slow = { type: 'object', properties: { audit: { type: 'string', pattern: '^(a+)+$' } } };
  const attacked = [broken, { ...kept, rule: audit, statement: `${'a'.repeat(60)}!` }];

  it.each<[string, Json]>([...Object.entries(attackSchemas), ['a slow pattern', slow]])(
    'leads to no output, and a warning with the reason: %s',
    async (_, format) => {
      const limits = { ...defaultLimits, outputMs: 2_000 };
      const { output, warnings } = await shapeApart(format, attacked, [], limits, { signal });
      expect(output).toBeNull();
      expect(warnings).toMatchObject([
        { code: expect.stringMatching(/^output_(limit_reached|format_invalid|not_valid)$/) },
      ]);
    },
  );
});

describe('a process that creates an output', () => {
  const outputMemoryBytes = 256 * 1024 * 1024;
  const entry = new URL('./support/hostile-child.ts', import.meta.url);
  const pool = shaperPool({ entry, memoryBytes: outputMemoryBytes });
  afterAll(() => pool.close());

  const obey = (order: Json, limits: Partial<Limits> = {}, canceled = signal) =>
    shapeApart(order, [], [], { ...defaultLimits, outputMemoryBytes, ...limits }, { pool, signal: canceled });

  it.each([
    ['loop for ever', 'output_limit_reached', 'longer than 0.3 s'],
    ['fill the heap', 'output_limit_reached', 'more memory than 256 MB'],
    ['fill buffers', 'output_limit_reached', 'more memory than 256 MB'],
    ['exit', 'output_failed', 'its process ended'],
    ['fail', 'output_failed', 'a bug'],
    ['answer nonsense', 'output_failed', 'its process ended'],
  ])('adds a warning with the reason if it fails or is ended at a limit: %s', async (order, code, words) => {
    const limits = order === 'loop for ever' ? { outputMs: 300 } : {};
    const [shaped, beside] = await Promise.all([
      obey({ [order]: '' }, limits),
      obey({ 'tell the process': '' }),
    ]);
    expect(shaped).toMatchObject({ output: null, outputSources: {}, warnings: [{ code }] });
    expect(shaped.warnings[0]?.message).toContain(words);
    expect(shaped.warnings[0]?.message).toContain('The findings are complete.');
    expect(beside.output).toContain('proviso');
  });

  it('is ended when the run is canceled, even if it never answers', async () => {
    const canceled = new AbortController();
    const path = join(folder, 'looping');
    const shaping = obey({ 'loop for ever': path }, {}, canceled.signal);
    const name = await Promise.race([
      waitUntil(() => existsSync(path) && readFileSync(path, 'utf8')),
      shaping.then(() => 'it came back'),
    ]);
    expect(processesNaming(name)).not.toEqual([]);
    canceled.abort(new Error('canceled by the user'));
    await expect(shaping).rejects.toThrow('canceled by the user');
    await waitFor(() => expect(processesNaming(name)).toEqual([]));
  });

  it('is used again, but not after a failure', async () => {
    // Far from the share of its memory at which a child is replaced, whatever Node itself needs.
    const single = shaperPool({ entry, memoryBytes: 4 * outputMemoryBytes, size: 1 });
    const nextAfter = async (order: string) => {
      const limits = { ...defaultLimits, outputMemoryBytes };
      await shapeApart({ [order]: '' }, [], [], limits, { pool: single, signal });
      return (await shapeApart({ 'tell the process': '' }, [], [], limits, { pool: single, signal })).output;
    };
    const first = await nextAfter('tell the process');
    expect(await nextAfter('tell the process')).toBe(first);
    expect(await nextAfter('fail')).not.toBe(first);
    single.close();
  });
});

describe('a schema that is about to be stored', () => {
  it('is compiled', async () => {
    const schema = { type: 'object', properties: { a: { nullable: true } } };
    expect(await outputFormatProblems(schema, defaultLimits)).toMatchObject([
      { place: [], message: expect.stringContaining('cannot be compiled ("nullable" cannot be used') },
    ]);
    expect(await outputFormatProblems({ type: 'object', properties: { a: {} } }, defaultLimits)).toEqual([]);
  });
});
