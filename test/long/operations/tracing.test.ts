import { cpSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/index.ts';
import { proviso, workFolder } from '../../gate/cli/command.ts';
import { listening } from '../../support/listening.ts';
import { newToken, type Served, serve } from '../../support/served.ts';
import { waitFor } from '../../support/wait.ts';

const sentence = 'The supplier shall answer the purple heron within four hours.';
const rule = { name: 'Answer', description: sentence };

/** The requests that arrived, by the first part of their path, which is different for each process under test. */
const received = new Map<string, string>();
const collector = createServer(async (request, answer) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const [, name = ''] = (request.url ?? '').split('/');
  received.set(name, (received.get(name) ?? '') + Buffer.concat(chunks).toString('latin1'));
  answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
const started: Served[] = [];

const collectorPort = await listening(collector);
const folder = workFolder({
  'contract.txt': sentence,
  'rules.json': JSON.stringify([rule]),
});
const token = newToken(join(folder.path, 'account'));
afterAll(async () => {
  await Promise.all(started.map((process) => process.powerOff()));
  collector.close();
  folder.remove();
});

const endpointOf = (name: string): string => `http://127.0.0.1:${collectorPort}/${name}`;

/** The environment of a developer who traces another program. */
function traced(name: string): Record<string, string> {
  return {
    LANGSMITH_TRACING: 'true',
    LANGCHAIN_TRACING_V2: 'true',
    LANGSMITH_ENDPOINT: endpointOf(name),
    LANGSMITH_API_KEY: 'lsv2_key',
  };
}

async function inCommand(env: Record<string, string>): Promise<string> {
  const args = ['check', 'contract.txt', '--rules', 'rules.json'];
  return (await proviso(args, { cwd: folder.path, env })).stderr;
}

/** Checks the rule in a service, whose worker is a process of its own. */
async function inService(env: Record<string, string>, name: string): Promise<string> {
  const data = join(folder.path, name);
  cpSync(join(folder.path, 'account'), data, { recursive: true });
  const server = await serve(data, env);
  started.push(server);
  const { politics, projects } = createClient({ url: server.address, token });
  const about = { name: 'Heron', description: 'Herons' };
  const { data: made } = await politics.create.mutate({ ...about, rules: [rule] });
  const files = [{ type: 'text' as const, name: 'contract', content: sentence }];
  const { data: project } = await projects.create.mutate({ ...about, politicsId: made._id, files });
  await projects.update.mutate({ id: project._id, status: 'deploying' });
  await waitFor(
    async () => expect((await projects.get.query({ id: project._id })).data.status).toBe('completed'),
    { upTo: 60_000 },
  );
  return server.wording();
}

describe('the tracing of LangChain', () => {
  it.each([
    ['check', inCommand],
    ['serve', inService],
  ])(
    'sends nothing from %s unless PROVISO_ALLOW_TRACING=1, which prints where texts are sent',
    async (kind, run) => {
      const [withheld, allowed] = [`${kind}-withheld`, `${kind}-allowed`];
      const [, wording] = await Promise.all([
        run(traced(withheld), withheld),
        run({ ...traced(allowed), PROVISO_ALLOW_TRACING: '1' }, allowed),
      ]);
      await waitFor(() => expect(received.get(allowed)).toContain('purple heron'));
      expect(wording).toContain(
        `the text of documents, rules and answers is sent to ${endpointOf(allowed)}.`,
      );
      expect(received.get(withheld)).toBeUndefined();
    },
  );
});
