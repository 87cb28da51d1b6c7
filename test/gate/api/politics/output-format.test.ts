import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { closeSharedPools } from '../../../../engine/sandbox/shared-pools.ts';
import type { JsonObject } from '../../../../src/domain/politics.ts';
import { aPolitics } from '../../../support/records.ts';
import { startTestServer } from '../../../support/server.ts';
import { attackSchemas } from '../../engine/shape/support/attack-schemas.ts';

const server = await startTestServer();
afterAll(async () => {
  await server.stop();
  closeSharedPools();
});

const rules = [{ name: 'a', description: 'The Supplier shall keep records for seven years.' }];
const body = (outputFormat: JsonObject | null) => ({ name: 'n', description: 'd', rules, outputFormat });
const create = (outputFormat: JsonObject | null) =>
  server.owner.request('POST', '/v1/politics', { body: body(outputFormat) });
const read = async (path: string) => answerOf(await server.owner.request('GET', path)).data;
const answerOf = ({ body: answer }: { body: unknown }) =>
  z.object({ data: z.looseObject({ _id: z.string() }) }).parse(answer);
const problem = (path: string, message: string) => ({
  status: 400,
  body: {
    code: 'validation_failed',
    errors: [{ path, message: expect.stringContaining(message) }],
  },
});

/** Stores a rule set with an unchecked output format, as an older release did. */
async function storedBefore(outputFormat: JsonObject) {
  const record = aPolitics({ userId: server.owner.actor.userId, outputFormat });
  await server.dependencies.store.politics.insert(record);
  return record;
}

describe('an unusable outputFormat', () => {
  it.each(['async', 'loop', 'allof'])('is refused when a rule set is created: %s', async (name) => {
    const { status, body: answer } = await create(attackSchemas[name] ?? {});
    expect(status).toBe(400);
    expect(answer).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: expect.stringMatching(/^outputFormat\b/) }],
    });
  });

  it('is refused with all its problems, each with a path and a remedy', async () => {
    const properties = { a: { minimum: '1' }, b: { type: 'thing' } };
    expect(await create({ type: 'object', properties })).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            path: 'outputFormat.properties.a.minimum',
            message: 'must be number (JSON Schema 2020-12): correct it',
          },
          { path: 'outputFormat.properties.b.type' },
        ],
      },
    });
  });

  it('is reported together with other invalid fields', async () => {
    const knowledgeFiles = [{ name: 'k', type: 'pdf', url: 'http://127.0.0.1/k.pdf' }];
    const sent = { ...body({ type: 'object', properties: { a: { type: 'thing' } } }), knowledgeFiles };
    expect(await server.owner.request('POST', '/v1/politics', { body: sent })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'knowledgeFiles[0].url' }, { path: 'outputFormat.properties.a.type' }] },
    });
  });

  it('is refused if it is too large, whether it is a schema or an example', async () => {
    expect(await create({ a: 'x'.repeat(65_536) })).toMatchObject(problem('outputFormat', '65,536 bytes'));
    const fields = Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`k${at}`, '']));
    expect(await create(fields)).toMatchObject(problem('outputFormat', '2,001 fields'));
  });

  it('is refused in an update, which then changes nothing', async () => {
    const { data } = answerOf(await create({ summary: '' }));
    const path = `/v1/politics/${data._id}`;
    const patch = { name: 'changed', outputFormat: attackSchemas.async };
    expect(await server.owner.request('PATCH', path, { body: patch })).toMatchObject(
      problem('outputFormat.$async', 'is not supported: remove it'),
    );
    expect(await read(path)).toMatchObject({ name: 'n', outputFormat: { summary: '' } });
  });

  it('is also refused through tRPC', async () => {
    const path = '/trpc/politics.create';
    const answer = await server.owner.request('POST', path, { body: body(attackSchemas.loop ?? {}) });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('refers to itself without going into a property');
  });
});

describe('an outputFormat that an older release stored unchecked', () => {
  it('stays if other fields change, or if the record is sent back as GET returned it', async () => {
    const { _id, outputFormat } = await storedBefore(attackSchemas.async ?? {});
    const path = `/v1/politics/${_id}`;
    expect((await server.owner.request('PATCH', path, { body: { name: 'changed' } })).status).toBe(200);
    const back = await server.owner.request('PATCH', path, { body: await read(path) });
    expect(back).toMatchObject({ status: 200, body: { data: { name: 'changed', outputFormat } } });
  });
});
