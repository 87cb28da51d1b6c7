import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { inMemoryAnswerCache } from '../../../../engine/llm/answer-cache.ts';
import { openEmbeddings } from '../../../../src/compose/models.ts';
import { readModelSettings } from '../../../../src/config.ts';
import { canonical } from '../../../../tools/canonical/canonical.ts';
import { ruleAnswer, ruleRequestOf } from '../../../../tools/model-server/rule-request.ts';
import { folderWith } from '../../../support/job.ts';
import {
  type ModelScript,
  type ModelServer,
  startModelServer,
} from '../../../support/model-server/model-server.ts';
import { limitMs, openLimits } from '../../../support/time-limits.ts';
import { analyzeFiles, estimateFiles } from './support/analyze-files.ts';

/** This sentence has no words in common with the rule that it answers. */
const meant = 'Either side walks away once four weeks have passed since it told the other.';
const lease = [
  ...Array.from(
    { length: 100 },
    (_, index) => `Section ${index + 1}. Gate ${index} has its badges, keys and visitors.`,
  ),
  meant,
].join('\n\n');
const rules = [
  { name: 'Termination', description: 'The agreement may be terminated by notice of one month.' },
  { name: 'Insurance', description: 'The provider holds a liability insurance.' },
];

/** An embedding model that recognises only one topic: the end of an agreement. */
const embed = (text: string): number[] => (/terminat|walks away/i.test(text) ? [0, 3, 4] : [1, 0, 0]);
const silent: ModelScript = { chat: () => ({ json: ruleAnswer({}) }), embed };
/** With these limits the files do not fit into a call, so passages are selected. */
const small = { readTokens: 1_000, passageTokens: 500, passageShare: 0 };

const folder = await folderWith({ 'lease.txt': lease });
const inputs = [join(folder.path, 'lease.txt')];
afterAll(() => folder.dispose());

let server: ModelServer;
afterEach(() => server.close());

/** Checks the lease with a server that answers according to `script`. */
async function runOver(script: ModelScript, given: Partial<Parameters<typeof analyzeFiles>[0]> = {}) {
  server = await startModelServer(script);
  const run = { rules, inputs, url: server.url, settings: small, embedding: {}, ...given };
  return {
    first: await analyzeFiles(run),
    again: (more: typeof given = {}) => analyzeFiles({ ...run, ...more }),
  };
}

describe('the passages that a search by meaning finds', () => {
  it('are sent to the model first, even if they have no words in common with the rule', async () => {
    await runOver(silent);
    const firstAsked = (about: string) =>
      server.requests.map(ruleRequestOf).find((request) => request.about === about)?.passages ?? [];
    const hasLease = (about: string) => firstAsked(about).some(({ text }) => text.includes('walks away'));
    expect(hasLease('Termination')).toBe(true);
    expect(hasLease('Insurance')).toBe(false);
  });

  it('are embedded only once, like the rules; a later run embeds only the changed rules', async () => {
    const { again } = await runOver(silent, { answers: inMemoryAnswerCache() });
    const texts = server.embedded.flat();
    expect(texts.filter((text) => text.includes('walks away'))).toHaveLength(1);
    expect(texts.filter((text) => text.startsWith('Termination'))).toHaveLength(1);
    const sent = server.embedded.length;
    expect((await again()).usage).toMatchObject({ embeddingTokens: 0, modelCalls: 0 });
    expect(server.embedded).toHaveLength(sent);
    const changed = { name: 'Insurance', description: 'The provider is insured.' };
    await again({ rules: rules.map((rule) => (rule.name === changed.name ? changed : rule)) });
    expect(server.embedded.slice(sent)).toEqual([['Insurance The provider is insured.']]);
  });

  it('add their tokens to the usage and cost of the run', async () => {
    const { first } = await runOver(silent, { lexical: true, embedding: { price: 2 } });
    const { input } = server.reported();
    expect(first.usage).toMatchObject({
      modelCalls: server.embedded.length,
      inputTokens: input,
      embeddingTokens: input,
      cost: (2 * input) / 1e6,
    });
  });

  it('add their tokens to the estimate if passages have to be selected', async () => {
    const { first } = await runOver(silent, { lexical: true, embedding: { price: 2 } });
    const run = { rules, inputs, url: server.url, embedding: { price: 2 } };
    const { least, most } = await estimateFiles({ ...run, lexical: true });
    expect(least).toEqual(most);
    expect(least.calls).toBe(first.usage.modelCalls);
    expect(least.inputTokens / first.usage.inputTokens).toBeCloseTo(1, 0);
    expect(least.cost).toBeCloseTo((2 * least.inputTokens) / 1e6, 12);
    const whole = await estimateFiles(run);
    expect(whole.least).toEqual((await estimateFiles({ rules, inputs, url: server.url })).least);
  });

  it('are not embedded if the model reads the whole files anyway', async () => {
    const { first } = await runOver(silent, { settings: {} });
    expect(server.requests.length).toBeGreaterThan(0);
    expect(server.embedded).toEqual([]);
    expect(first.usage.embeddingTokens).toBe(0);
  });
});

describe('the API key of an embedding server', () => {
  const other = { OPENAI_BASE_URL: 'http://model.invalid/v1', OPENAI_API_KEY: 'key-of-the-other' };

  it.each([
    { apiKey: null, ownServer: true, sent: 'none' },
    { apiKey: 'key-of-its-own', ownServer: true, sent: 'key-of-its-own' },
    { apiKey: null, ownServer: false, sent: 'key-of-the-other' },
  ])('is sent only to that server: $sent', async ({ apiKey, ownServer, sent }) => {
    server = await startModelServer(silent);
    const { url } = server;
    const embedder = openEmbeddings(
      readModelSettings({
        ...other,
        EMBEDDING_MODEL: 'test-embeddings',
        EMBEDDING_API_KEY: apiKey ?? '',
        ...(ownServer ? { EMBEDDING_BASE_URL: url } : { OPENAI_BASE_URL: url }),
      }),
    );
    await embedder?.forRun(undefined, undefined).embed(['one'], new AbortController().signal);
    expect(server.embeddingKeys).toEqual([sent]);
  });
});

describe('an embedding server that fails', () => {
  const faults = {
    'fails (500)': { status: 500, message: 'out of order' },
    'is not there (404)': { status: 404, message: 'no such model' },
    'drops the connection': { drop: 'before' },
    hangs: { hang: true },
  } as const;

  it.each(Object.entries(faults))(
    'leaves the results of the search by words, and adds a warning: %s',
    async (_, fault) => {
      const limits = openLimits();
      const embed = () => {
        if ('hang' in fault) limits.end();
        return fault;
      };
      const lexical = !('status' in fault);
      const { first, again } = await runOver(
        { ...silent, embed },
        { lexical, embedding: { timeoutMs: limitMs } },
      );
      const byWords = await again({ embedding: { share: 0 } });
      const warned = first.warnings.filter(({ code }) => code === 'embeddings_failed');
      expect(warned).toHaveLength(1);
      expect(warned[0]?.message).toContain('by words alone');
      expect(canonical({ ...first, warnings: [] })).toBe(canonical({ ...byWords, warnings: [] }));
      expect(first.findings.map(({ label, search }) => [label, search.complete])).toEqual([
        // Without a model, a period with another number keeps the rule open.
        [lexical ? 'ESTIMATED' : 'NOT FOUND', true],
        ['NOT FOUND', true],
      ]);
    },
  );

  it.each([
    ['vectors of different lengths', (text: string) => (text.includes('Section 2') ? [1] : [1, 2])],
    ['empty vectors', () => []],
  ])('can also be a server that sends %s', async (_, wrong) => {
    const { first } = await runOver({ ...silent, embed: wrong }, { lexical: true });
    expect(first.warnings).toMatchObject([{ code: 'embeddings_failed' }]);
  });

  it('is asked again after a temporary failure', async () => {
    let calls = 0;
    const busy = { status: 429, message: 'slow down', retryAfter: '0' };
    const { first } = await runOver(
      { ...silent, embed: (text) => (++calls === 1 ? busy : embed(text)) },
      { lexical: true },
    );
    expect(first.warnings).toEqual([]);
  });

  it('is not called beyond the budget of the run, which it shares with the checking model', async () => {
    const { first } = await runOver(silent, { budgetTokens: 700 });
    expect(server.embedded).toEqual([]);
    expect(first.warnings).toMatchObject([
      { code: 'embeddings_failed', message: expect.stringContaining('the budget of 700 tokens is reached') },
    ]);
  });

  it('does not delay the end of an aborted run', async () => {
    const stop = new AbortController();
    const ended = runOver(
      {
        ...silent,
        embed() {
          stop.abort(new Error('stopped'));
          return { hang: true };
        },
      },
      { signal: stop.signal },
    );
    await expect(ended).rejects.toThrow('stopped');
  });
});
