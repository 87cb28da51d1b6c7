import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startModelServer } from '../../../support/model-server/model-server.ts';
import { startTestServer } from '../../../support/server.ts';

const content = { name: 'n', description: 'd' };
const rules = [
  { name: 'Notice', description: 'The tenant can leave with a notice of three months.' },
  { name: 'Pets', description: 'Dogs are allowed in the garden.' },
];

const model = await startModelServer({});
const server = await startTestServer({
  MODEL: 'test-model',
  OPENAI_BASE_URL: model.url,
  MODEL_PRICES: '2,8',
});
afterAll(async () => {
  await server.stop();
  await model.close();
});

async function pathOfProject(texts: readonly string[]): Promise<string> {
  const { services, owner } = server;
  const { _id: politicsId } = await services.politics.create(owner.actor, { ...content, rules });
  const files = texts.map((text, at) => ({ type: 'text' as const, name: `text ${at}`, content: text }));
  const { _id } = await services.projects.create(owner.actor, { ...content, politicsId, files });
  return `/v1/projects/${_id}/estimate`;
}

const effort = z.object({ calls: z.int(), inputTokens: z.int(), outputTokens: z.int(), cost: z.number() });
const answer = z.object({ data: z.looseObject({ least: effort, most: effort }) });

describe('POST /projects/{id}/estimate: 200', () => {
  it('returns what a run would use and cost after reading the files, without calling the model or starting a run', async () => {
    const path = await pathOfProject(['The tenant gives notice of three months.', 'Dogs stay outside.']);
    const { status, body } = await server.owner.request('POST', path, { body: {} });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: {
          model: 'test-model',
          checks: 2,
          least: { calls: 4 },
          files: [
            { status: 'read', pages: 1 },
            { status: 'read', pages: 1 },
          ],
        },
      },
    });
    const { least, most } = answer.parse(body).data;
    expect(least.inputTokens).toBeGreaterThan(1_000);
    expect(least.cost).toBeCloseTo((least.inputTokens * 2 + least.outputTokens * 8) / 1e6, 12);
    expect(most).toEqual(least);
    expect(model.requests).toHaveLength(0);
    const project = await server.owner.request('GET', path.replace('/estimate', ''));
    expect(project.body).toMatchObject({ data: { status: 'draft', runs: [] } });
  });

  it('names a file that cannot be read and estimates the rest', async () => {
    const path = await pathOfProject(['The tenant gives notice of three months.', '   ']);
    const { body } = await server.owner.request('POST', path, { body: {} });
    expect(body).toMatchObject({ data: { checks: 2, files: [{ status: 'read' }, { status: 'failed' }] } });
  });
});

it('POST /projects/{id}/estimate answers 404 for another user’s project', async () => {
  const path = await pathOfProject(['words']);
  expect((await server.stranger.request('POST', path, { body: {} })).status).toBe(404);
});
