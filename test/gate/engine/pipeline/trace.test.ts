import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWordsChecker } from '../../../../engine/check/words/words-checker.ts';
import { analyze } from '../../../../engine/index.ts';
import { ruleSteps } from '../../../../engine/pipeline.ts';
import { entails, ruleAnswer, ruleRequestOf } from '../../../../tools/model-server/rule-request.ts';
import { folderWith, jobOf, testPorts } from '../../../support/job.ts';
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server.ts';
import { modelChecker } from '../model/support/model-run.ts';
import { StepTree } from './support/step-tree.ts';

const words = 'Either party may end this agreement by giving 60 days of written notice.';
const rules = [
  { name: 'Notice', description: 'A party may end the agreement by giving 60 days of written notice.' },
  { name: 'Insurance', description: 'The supplier holds a liability insurance.' },
];

let folder: Awaited<ReturnType<typeof folderWith>>;
let server: ModelServer;
beforeAll(async () => {
  folder = await folderWith({
    'one.md': `# Notices\n\n${words}\n`,
    'two.txt': 'The supplier keeps its main office in Lyon.\n',
    'empty.pdf': '',
  });
});
afterAll(() => folder.dispose());
beforeEach(async () => {
  server = await startModelServer({
    chat(request) {
      const seen = ruleRequestOf(request);
      if (seen.purpose === 'support') return entails;
      if (seen.about !== 'Notice') return { json: ruleAnswer({}) };
      const quotes = [{ ...seen.quote(words), stance: 'supports' }];
      return { json: ruleAnswer({ quotes, answer: words, outcome: 'satisfied' }) };
    },
  });
});
afterEach(() => server.close());

const job = (change: Partial<Parameters<typeof jobOf>[0]> = {}) =>
  jobOf({ rules, inputs: ['one.md', 'two.txt'], folder: folder.path, ...change });
const ports = () => ({
  ...testPorts(),
  checker: modelChecker({ rules, sources: [], url: server.url, settings: { concurrency: 1 } }),
});

describe('the callbacks of a caller', () => {
  it('receive two files and two rules as one tree of steps, searches and model calls', async () => {
    const tree = new StepTree();
    await analyze(job(), ports(), { config: { callbacks: [tree] } });
    // The words of a finding are located while the next rules are checked.
    const isBoxes = (line: string) => line.startsWith('  locate boxes');
    expect(tree.lines().filter(isBoxes).toSorted()).toEqual([
      '  locate boxes Insurance',
      '  locate boxes Notice',
    ]);
    expect(tree.lines().filter((line) => !isBoxes(line))).toEqual([
      'check documents',
      '  load one.md',
      '  load two.txt',
      '  split one.md',
      '  split two.txt',
      '  index one.md, two.txt',
      '  rule Notice',
      '    retrieve Notice',
      '      retriever: authority',
      '      retriever: inputs',
      '    check Notice',
      '      model: check',
      '      model: support',
      '    locate',
      '    label',
      '  rule Insurance',
      '    retrieve Insurance',
      '      retriever: authority',
      '      retriever: inputs',
      '    check Insurance',
      '      model: check',
      '    locate',
      '    label',
      '  shape',
    ]);
    expect(tree.open()).toEqual([]);
    expect(tree.failed()).toEqual([]);
  });

  it('receive each file with its own rules if every file is checked separately', async () => {
    const tree = new StepTree();
    await analyze(job({ scope: 'each' }), ports(), { config: { callbacks: [tree] } });
    const own = tree.lines().filter((line) => /^ {2}(index|rule)/.test(line));
    expect(own.toSorted()).toEqual([
      '  index one.md',
      '  index two.txt',
      '  rule Insurance',
      '  rule Insurance',
      '  rule Notice',
      '  rule Notice',
    ]);
  });

  it('receive a step for an unreadable file; the step ends with the reason as its output, not as an error', async () => {
    const tree = new StepTree();
    await analyze(job({ inputs: ['empty.pdf'] }), ports(), { config: { callbacks: [tree] } });
    expect(tree.outputOf('load empty.pdf')).toMatchObject({ status: 'failed', reason: 'empty_file' });
    expect(tree.failed()).toEqual([]);
  });

  it('receive names, counts and quotes with steps, and no other words of a document', async () => {
    const tree = new StepTree();
    await analyze(job(), ports(), { config: { callbacks: [tree] } });
    const steps = tree.steps().filter(({ run_type }) => run_type === 'chain');
    const shown = JSON.stringify(steps.map(({ inputs, outputs }) => [inputs, outputs]));
    expect(shown).toContain('60 days');
    expect(shown).not.toContain('Lyon');
  });

  it('receive the tags and metadata of the caller with every step, including model calls', async () => {
    const tree = new StepTree();
    const config = { callbacks: [tree], tags: ['audit'], metadata: { ticket: 'A-7' } };
    await analyze(job(), ports(), { config });
    expect(tree.steps().length).toBeGreaterThan(20);
    for (const { tags, extra } of tree.steps()) {
      expect(tags).toContain('audit');
      expect(extra?.metadata).toMatchObject({ ticket: 'A-7' });
    }
  });

  it('do not change the result', async () => {
    const plain = await analyze(job(), ports());
    const watched = await analyze(job(), ports(), { config: { callbacks: [new StepTree()] } });
    expect(watched).toEqual(plain);
  });

  it('receive the end of every step of a canceled run before the run rejects', async () => {
    const tree = new StepTree();
    const stop = new AbortController();
    server.answerWith({
      chat() {
        stop.abort(new Error('enough'));
        return { json: ruleAnswer({}) };
      },
    });
    const cancelled = analyze(job(), ports(), { signal: stop.signal, config: { callbacks: [tree] } });
    await expect(cancelled).rejects.toThrow('enough');
    expect(tree.open()).toEqual([]);
    expect(tree.failed()).toContain('check documents');
  });
});

it('the page about the engine shows the graph of the steps of a rule', async () => {
  const parts = { runId: 'run', checker: createWordsChecker(), meaning: null };
  const graph = ruleSteps(parts, new AbortController().signal).getGraph();
  const page = await readFile('docs/engine.md', 'utf8');
  expect(page).toContain(`\`\`\`mermaid\n${graph.drawMermaid({ withStyles: false })}\`\`\``);
});

describe('LangSmith', () => {
  const before = { ...process.env };
  const sent: string[] = [];
  const smith = createServer((request, response) => {
    sent.push(request.url ?? '');
    request.resume().on('end', () => response.end('{}'));
  });
  beforeAll(() => new Promise<void>((resolve) => smith.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    smith.closeAllConnections();
    smith.close();
  });
  // Other test files of the process keep a reference to its environment, so that the object stays.
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  });

  async function runTraced(): Promise<void> {
    const { port } = smith.address() as AddressInfo;
    process.env.LANGSMITH_TRACING = 'true';
    process.env.LANGSMITH_API_KEY = 'a key';
    process.env.LANGSMITH_ENDPOINT = `http://127.0.0.1:${port}`;
    const { awaitAllCallbacks } = await import('@langchain/core/callbacks/promises');
    await analyze(job(), ports());
    await awaitAllCallbacks();
  }

  it('receives nothing, even if an environment variable turns its tracing on', async () => {
    await runTraced();
    expect(sent).toEqual([]);
  });

  it('receives the steps if PROVISO_ALLOW_TRACING=1 allows it', async () => {
    process.env.PROVISO_ALLOW_TRACING = '1';
    await runTraced();
    expect(sent.length).toBeGreaterThan(0);
  });
});
