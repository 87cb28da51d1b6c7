import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pdfOf } from '../../gate/cli/command.ts';
import { agentOver, type TestAgent } from '../../support/agents.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitFor } from '../../support/wait.ts';

const command = resolve(import.meta.dirname, '../../../bin/proviso.js');
const clause = 'The Supplier shall notify the Customer of a data breach within 24 hours.';
const notice = { name: 'Notice', description: clause };

const root = temporaryFolder('agents');
let agent: TestAgent;
let transport: StdioClientTransport;

beforeAll(async () => {
  mkdirSync(join(root, 'open'), { recursive: true });
  mkdirSync(join(root, 'tmp'));
  const write = (name: string, text: string | Buffer) => writeFileSync(join(root, name), text);
  const sentences = Array.from(
    { length: 60 },
    (_, index) => `Clause ${index} has a notice of ${index} days.`,
  );
  write('open/large.pdf', await pdfOf(Array.from({ length: 400 }, () => sentences.join(' '))));
  [agent, transport] = await started();
});

afterAll(() => agent.client.close());

async function started(): Promise<[TestAgent, StdioClientTransport]> {
  const stdio = new StdioClientTransport({
    command: process.execPath,
    args: [command, 'mcp', '--folder', 'open'],
    cwd: root,
    env: { PATH: process.env.PATH ?? '', TMPDIR: join(root, 'tmp') },
  });
  return [await agentOver(stdio), stdio];
}

it.runIf(process.platform === 'linux')(
  'a canceled check leaves no process, and the next check works',
  async () => {
    const controller = new AbortController();
    const work = agent.call(
      'check',
      { rules: [notice], files: ['large.pdf'], name: 'to cancel' },
      {
        signal: controller.signal,
      },
    );
    const refused = expect(work).rejects.toThrow();
    const readers = () => childrenOf(transport.pid).filter((one) => commandOf(one).includes('child.js'));
    await waitFor(() => expect(readers()).not.toEqual([]));
    // A stopped process never answers, so that the check cannot end before it is canceled.
    for (const reader of readers()) process.kill(Number(reader), 'SIGSTOP');
    controller.abort('no longer needed');
    await refused;
    await waitFor(() => expect(childrenOf(transport.pid)).toEqual([]));
    await waitFor(async () =>
      expect(JSON.stringify(await agent.call('list_runs'))).toMatch(/"name":"to cancel","state":"canceled"/),
    );
    const texts = [{ name: 'a.txt', text: clause }];
    expect(await agent.call('check', { rules: [notice], texts })).toMatchObject({ state: 'completed' });
  },
);

it.runIf(process.platform === 'linux')('an agent that goes away ends the process and the check', async () => {
  const [other, { pid }] = await started();
  await other.call('start_run', { rules: [notice], files: ['large.pdf'] });
  await waitFor(() => expect(childrenOf(pid)).not.toEqual([]));
  const children = childrenOf(pid);
  await other.client.close();
  const alive = () => [String(pid), ...children].filter((one) => commandOf(one) !== '');
  await waitFor(() => expect(alive()).toEqual([]));
});

function childrenOf(pid: number | null): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
