import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/index.ts';
import type { EvalCase } from '../../../src/eval/cases/read-cases.ts';
import { inService } from '../../../src/eval/run/in-service.ts';
import { runCases } from '../../../src/eval/run/run-cases.ts';
import { evaluated, ourCases } from '../../gate/eval/support/evaluated.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let cases: EvalCase[];
beforeAll(async () => {
  server = await startTestServer({ WORKERS: '1' });
  cases = (await ourCases()).filter(({ id }) => ['lease', 'two-flats'].includes(id));
});
afterAll(() => server.stop());

describe('an evaluation of a running service', () => {
  it('has the same answers as an evaluation in this process, and leaves nothing in the service', async () => {
    const { token } = server.owner;
    const here = await evaluated(cases);
    const there = await runCases(cases, inService({ url: server.address, token }), {
      settings: { repeat: 1, server: server.address },
      primary: 'outcomeAccuracy',
      limits: { lexical: {}, model: {} },
      now: () => new Date(),
      signal: new AbortController().signal,
    });
    expect(there.items).toEqual(here.items);
    expect(there.items.length).toBe(12);
    const client = createClient({ url: server.address, token });
    expect(await client.projects.list.query({})).toMatchObject({ total: 0 });
    expect(await client.politics.list.query({})).toMatchObject({ total: 0 });
  });

  it('is reported as failed, with the reason, if the service refuses the cases', async () => {
    const run = inService({ url: server.address, token: 'pv_wrong' });
    const [one] = cases;
    if (!one) throw new Error('there must be a case');
    await expect(run(one, 0, new AbortController().signal)).rejects.toMatchObject({
      code: 'service_failed',
      message: expect.stringMatching(/could not run a case: .*token/i),
    });
  });
});
