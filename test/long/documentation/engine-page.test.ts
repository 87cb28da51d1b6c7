import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = process.cwd();

const contract = `# Services

The Supplier shall keep all records for at least seven years after the end of the agreement.

# Notices

Either party may end this agreement by giving 60 days of written notice.
`;
const notebook = {
  cells: [
    { cell_type: 'markdown', source: ['# Welcome\n', 'Our house has a garden.'] },
    { cell_type: 'code', source: ["print('The guest must not drink the tea.')"] },
    { cell_type: 'markdown', source: ['# House rules\n', 'The guest must drink the tea before noon.'] },
  ],
};

/** A substitute for a provider's package. Its model finds the notice period in every document. */
const anthropic = `
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage } from '@langchain/core/messages';
export class ChatAnthropic extends BaseChatModel {
  _llmType() { return 'anthropic'; }
  bindTools(tools) { this.tools = tools; return this; }
  async _generate(messages) {
    const quote = 'Either party may end this agreement by giving 60 days of written notice.';
    const asked = messages.map(({ text }) => text).join('\\n');
    const [, number] = /^~\\w+ (\\d+)~ .*60 days/m.exec(asked) ?? [, '0'];
    const { name } = this.tools[0].function;
    const args = name === 'support_check'
      ? { reason: 'It says so.', verdict: 'entails', matters: [] }
      : { sentences: [{ number: Number(number), stance: 'supports' }], missing: [], answer: quote, values: [], outcome: 'satisfied' };
    const message = new AIMessage({ content: '', tool_calls: [{ id: 'call', name, args }] });
    return { generations: [{ text: '', message }] };
  }
}
`;
const anthropicTypes = `
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
export declare class ChatAnthropic extends BaseChatModel {
  constructor(fields: { model: string; temperature?: number });
  _llmType(): string;
  _generate: BaseChatModel['_generate'];
}
`;

const cohere = `
import { FakeEmbeddings } from '@langchain/core/utils/testing';
export class CohereEmbeddings extends FakeEmbeddings {}
`;
const cohereTypes = `
import { Embeddings } from '@langchain/core/embeddings';
export declare class CohereEmbeddings extends Embeddings {
  constructor(fields: { model: string });
  embedDocuments(documents: string[]): Promise<number[][]>;
  embedQuery(document: string): Promise<number[]>;
}
`;

/** Writes a package to the place from which the examples import it. */
async function install(name: string, code: string, types: string): Promise<void> {
  const place = join(folder, 'node_modules', name);
  await mkdir(place, { recursive: true });
  const exports = { '.': { types: './index.d.ts', default: './index.js' } };
  await writeFile(join(place, 'package.json'), JSON.stringify({ name, type: 'module', exports }));
  await writeFile(join(place, 'index.js'), code);
  await writeFile(join(place, 'index.d.ts'), types);
}

type Example = { file: string; code: string; prints: string };

let folder = '';
let examples: Example[] = [];
beforeAll(async () => {
  if (!existsSync('dist/engine/index.js')) throw new Error('there is no build: run npm run build');
  const page = await readFile('docs/engine.md', 'utf8');
  const blocks = page.matchAll(/```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g);
  examples = [...blocks].map(([, code = '', prints = ''], at) => ({ file: `${at}.mts`, code, prints }));
  folder = await mkdtemp(join(root, 'dist', 'engine-test-'));
  const files = {
    'contract.md': contract,
    'handbook.ipynb': JSON.stringify(notebook),
    // One process runs all examples, because each separate process would load the engine again.
    'run.mjs': `for (const file of process.argv.slice(2)) { await import('./' + file); console.log('---'); }`,
    ...Object.fromEntries(examples.map(({ file, code }) => [file, code])),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  await install('@langchain/anthropic', anthropic, anthropicTypes);
  await install('@langchain/cohere', cohere, cohereTypes);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('docs/engine.md', () => {
  it('shows programs that print what the page says', async () => {
    const files = examples.map(({ file }) => file);
    const { stdout } = await run(process.execPath, ['--import', 'tsx', 'run.mjs', ...files], { cwd: folder });
    expect(stdout.split('---\n').slice(0, -1)).toEqual(examples.map(({ prints }) => prints));
  });

  it('has an example for every part of a check that a program can supply', () => {
    const all = examples.map(({ code }) => code).join('\n');
    for (const part of ['loaders', 'splitter', 'retriever', 'embedder', 'chat', 'callbacks'])
      expect(all).toContain(part);
  });

  it('shows programs that compile', async () => {
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'ES2023',
          module: 'NodeNext',
          strict: true,
          skipLibCheck: true,
          noEmit: true,
          types: ['node'],
          typeRoots: [join(root, 'node_modules', '@types')],
        },
        files: examples.map(({ file }) => file),
      }),
    );
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
  });
});
