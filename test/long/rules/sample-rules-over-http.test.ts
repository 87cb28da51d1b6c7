import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { findingSchema } from '../../../engine/model/finding.ts';
import { sampleCases } from '../../gate/engine/model/support/sample-cases.ts';
import { startModelServer } from '../../support/model-server/model-server.ts';
import { startTestServer } from '../../support/server.ts';
import { waitUntil } from '../../support/wait.ts';

const sample = sampleCases();
const viewSchema = z.object({
  data: z.looseObject({
    status: z.string(),
    result: z.looseObject({ findings: z.array(findingSchema) }).nullable(),
  }),
});

it.skipIf(sample === null)(
  'GET /projects/{id} returns the correct labels, outcomes, stances and pages for the 14 sample rules',
  async () => {
    if (sample === null) return;
    const model = await startModelServer({ chat: sample.answerWell });
    const server = await startTestServer({
      WORKERS: '1',
      MODEL: 'test-model',
      OPENAI_BASE_URL: model.url,
      MODEL_READ_TOKENS: '15000',
    });
    try {
      const { owner, services } = server;
      async function* bytes() {
        yield readFileSync(sample?.guide ?? '');
      }
      const { url } = await services.uploads.put(owner.actor, { name: 'guide.pdf', body: bytes() });
      const wording = { name: 'Sign-in', description: 'What the guide says.' };
      const made = async (path: string, body: object) => {
        const answer = await owner.request('POST', path, { body: { ...wording, ...body } });
        return z.object({ data: z.object({ _id: z.string() }) }).parse(answer.body).data._id;
      };
      const politicsId = await made('/v1/politics', { rules: sample.rules });
      const files = [{ name: 'guide.pdf', type: 'document', url }];
      const path = `/v1/projects/${await made('/v1/projects', { politicsId, files })}`;
      await owner.request('PUT', path, { body: { status: 'deploying' } });
      const read = async () => viewSchema.parse((await owner.request('GET', path)).body).data;
      await waitUntil(async () => (await read()).status !== 'deploying', { upTo: 60_000 });
      const { status, result } = await read();
      expect(status).toBe('completed');
      sample.expectAnswers(result?.findings ?? []);
    } finally {
      await server.stop();
      await model.close();
    }
  },
);
