import { HumanMessage, SystemMessage } from '@langchain/core/messages';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inMemoryAnswerCache } from '../../../../engine/llm/answer-cache.ts';
import { Budget } from '../../../../engine/llm/budget.ts';
import { openAIEndpoint } from '../../../../engine/llm/chat/openai-endpoint.ts';
import { rawAnswerIn } from '../../../../engine/llm/chat/raw-answer.ts';
import { type CallLog, createModelClient } from '../../../../engine/llm/model-client.ts';
import { failureOf } from '../../../../engine/llm/model-failure.ts';
import { type GivenModelSettings, modelSettingsSchema } from '../../../../engine/llm/model-settings.ts';
import {
  type ModelScript,
  type ModelServer,
  startModelServer,
} from '../../../support/model-server/model-server.ts';
import { limitMs, openLimits } from '../../../support/time-limits.ts';
import { waitUntil } from '../../../support/wait.ts';

const answerSchema = z.object({ colour: z.string() });
const json = {
  type: 'object',
  properties: { colour: { type: 'string' } },
  required: ['colour'],
  additionalProperties: false,
};
const red = { json: { colour: 'red' } };

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
});

async function asking(
  script: ModelScript,
  given: Partial<GivenModelSettings> = {},
  parts: { budget?: Budget; answers?: ReturnType<typeof inMemoryAnswerCache> } = {},
) {
  server = await startModelServer(script);
  const settings = modelSettingsSchema.parse({
    model: 'test-model',
    baseUrl: server.url,
    retryMs: 1,
    retries: 2,
    timeoutMs: 100_000,
    ...given,
  });
  const modelClient = createModelClient({
    endpoint: openAIEndpoint(settings),
    settings,
    budget: parts.budget ?? new Budget(),
    answers: parts.answers ?? inMemoryAnswerCache(),
  });
  const callLog: CallLog = { calls: [], requests: 0 };
  const ask = (text = 'Which colour?', signal = new AbortController().signal) =>
    modelClient.ask(
      {
        purpose: 'colour',
        messages: [new SystemMessage('You name colours.'), new HumanMessage(text)],
        schema: { name: 'colour', json },
        read: (value) => {
          const read = answerSchema.safeParse(value);
          return read.success ? { value: read.data } : { problem: 'colour is missing.' };
        },
      },
      callLog,
      { signal },
    );
  return { ask, callLog, server };
}

describe('a structured answer is requested', () => {
  it('with a strict JSON schema, temperature 0 and a seed, if the server accepts them', async () => {
    const { ask, server } = await asking({ chat: () => red });
    expect(await ask()).toEqual({ colour: 'red' });
    expect(server.requests[0]?.body).toMatchObject({
      model: 'test-model',
      temperature: 0,
      seed: 7,
      stream: false,
      response_format: { type: 'json_schema', json_schema: { strict: true } },
    });
  });

  it.each([
    { modes: ['tools'], tried: ['json_schema', 'tools', 'tools'] },
    { modes: ['json_object'], tried: ['json_schema', 'tools', 'json_object', 'json_object'] },
    { modes: ['text'], tried: ['json_schema', 'tools', 'json_object', 'text', 'text'] },
  ] as const)(
    'in the most structured mode that the server supports, found once by trying (supported: $modes)',
    async ({ modes, tried }) => {
      const { ask, callLog, server } = await asking({ chat: () => red, modes });
      expect(await ask()).toEqual({ colour: 'red' });
      expect(await ask('And now?')).toEqual({ colour: 'red' });
      expect(server.requests.map(({ mode }) => mode)).toEqual(tried);
      expect(callLog.requests).toBe(tried.length);
      const last = server.requests.at(-1);
      expect(last?.user.includes('JSON Schema')).toBe(last?.mode === 'json_object' || last?.mode === 'text');
    },
  );

  it('without the parameters that the server refuses', async () => {
    const { ask, server } = await asking({ chat: () => red, refuses: ['temperature', 'seed'] });
    expect(await ask()).toEqual({ colour: 'red' });
    expect(server.requests.at(-1)?.body).not.toHaveProperty('temperature');
    expect(server.requests.at(-1)?.body).not.toHaveProperty('seed');
    expect(server.requests.at(-1)?.mode).toBe('json_schema');
  });

  it('with the newer name for the limit of its length, if the server refuses the older one', async () => {
    const { ask, server } = await asking({ chat: () => red, refuses: ['max_tokens'] });
    expect(await ask()).toEqual({ colour: 'red' });
    expect(server.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: expect.any(Number) });
    expect(server.requests.at(-1)?.mode).toBe('json_schema');
  });

  it('after a single discovery of the server’s modes, even for many concurrent requests', async () => {
    const { ask, server } = await asking({ chat: () => red, modes: ['json_object'] });
    await Promise.all(['a', 'b', 'c', 'd'].map((text) => ask(text)));
    expect(server.requests.filter(({ mode }) => mode === 'json_schema')).toHaveLength(1);
    expect(server.requests.filter(({ mode }) => mode === 'json_object')).toHaveLength(4);
  });
});

describe('an unusable answer', () => {
  const usage = { input: 100, output: 10, cached: 40 };

  it.each([
    ['not JSON', { text: 'It is red.', usage }],
    ['JSON of a different form', { json: { color: 'red' }, usage }],
    ['empty', { text: '', usage }],
    ['cut off', { text: '{"colour":"re', finish: 'length' as const, usage }],
  ])('(%s) is requested once more, and the usage of both answers is counted', async (_, bad) => {
    const { ask, callLog, server } = await asking({
      chat: ({ number }) => (number === 1 ? bad : { ...red, usage }),
    });
    expect(await ask()).toEqual({ colour: 'red' });
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]?.user).toContain("can't be used");
    expect(callLog.calls.map(({ tokens }) => tokens)).toEqual([usage, usage]);
    expect(callLog.calls[0]?.answer).toBe('text' in bad ? bad.text : '{"color":"red"}');
  });

  it('leads to a failure that says what was wrong, without the advice that the model got', async () => {
    const cut = { text: '{"colour":"re', finish: 'length' as const, usage };
    const { ask, server } = await asking({ chat: () => cut });
    await expect(ask()).rejects.toThrow(
      'Not assessed: the model returned no usable answer in two attempts. The second answer was longer than the model server allows, and was cut off.',
    );
    expect(server.requests[1]?.user).toContain('Give a shorter one');
  });

  const object = '{"colour":"red"}';
  it.each([
    ['in a code fence', `\`\`\`json\n${object}\n\`\`\``],
    ['in a code fence between sentences', `Here it is:\n\`\`\`\n${object}\n\`\`\`\nAnything else?`],
    ['after thinking', `<think>Is it {"colour":"blue"}?</think>${object}`],
    ['after thinking without its beginning', `It is {"colour":"blue"} or not.\n</think>\n${object}`],
    ['after thinking by another name', `<thinking>Hm.</thinking> ${object}`],
    ['twice', `${object}\n${object}`],
    ['as a string of JSON', JSON.stringify(object)],
    ['as Python writes it', "{'colour': 'red', 'shade': None, 'why': \"it's \\\"red\\\"\"}"],
    ['with a line end in a string and a comma at its end', '{"colour":"red","why":"so\nit is",}'],
  ])('is different from valid JSON %s, which is accepted', async (_, text) => {
    const { ask, server } = await asking({ chat: () => ({ text }) });
    expect(await ask()).toMatchObject({ colour: 'red' });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['two answers that differ', `${object} {"colour":"blue"}`],
    ['thinking without an end', `<think>Perhaps ${object}`],
  ])('can be %s: neither is chosen', async (_, text) => {
    const { ask, server } = await asking({ chat: () => ({ text }) });
    await expect(ask()).rejects.toThrow('was not JSON');
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    [
      'a list with a part for thinking',
      {
        content: [
          { type: 'thinking', thinking: [] },
          { type: 'text', text: object },
        ],
      },
    ],
    ['a call of a function, as before there were tools', { function_call: { arguments: object } }],
    ['arguments of a tool as an object', { tool_calls: [{ function: { arguments: { colour: 'red' } } }] }],
  ])('is different from an answer as %s, which is read', (_, message) => {
    const body = JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] });
    expect(rawAnswerIn(body)).toMatchObject({ text: object, finish: 'complete' });
  });

  it('fails the request if the second answer is unusable too; both are counted and neither is cached', async () => {
    const answers = inMemoryAnswerCache();
    const { ask, callLog, server } = await asking({ chat: () => ({ text: 'red', usage }) }, {}, { answers });
    await expect(ask()).rejects.toMatchObject({ code: 'checker_failed' });
    expect(callLog.calls).toHaveLength(2);
    server.answerWith({ chat: () => red });
    expect(await ask()).toEqual({ colour: 'red' });
    expect(callLog.calls.map(({ reused }) => reused)).toEqual([false, false, false]);
    expect(server.requests.at(-1)?.user).not.toContain("can't be used");
  });

  it('is not repeated from the cache after a failure: both questions are sent again', async () => {
    let sent = 0;
    const { ask, server } = await asking({
      chat() {
        sent += 1;
        return sent < 4 ? { text: 'red', usage } : red;
      },
    });
    await expect(ask()).rejects.toMatchObject({ code: 'checker_failed' });
    expect(await ask()).toEqual({ colour: 'red' });
    expect(server.requests).toHaveLength(4);
  });

  it('fails the request at once, with the model’s words, if it is a refusal, and is not kept', async () => {
    const { ask, callLog, server } = await asking({
      chat: () => ({ refusal: "I can't help with that.", usage }),
    });
    await expect(ask()).rejects.toThrow("I can't help with that.");
    expect(server.requests).toHaveLength(1);
    expect(callLog.calls[0]?.tokens).toEqual(usage);
    await expect(ask()).rejects.toThrow("I can't help with that.");
    expect(server.requests).toHaveLength(2);
  });
});

describe('a server that fails', () => {
  it.each([
    ['429', { status: 429, message: 'slow down' }],
    ['429 with Retry-After', { status: 429, message: 'slow down', retryAfter: '0' }],
    ['500', { status: 500, message: 'oops' }],
    ['a dropped connection', { drop: 'before' as const }],
    ['an incomplete answer', { drop: 'within' as const }],
  ])('(%s) is called again', async (_, fault) => {
    const { ask, callLog } = await asking({ chat: ({ number }) => (number < 3 ? fault : red) });
    expect(await ask()).toEqual({ colour: 'red' });
    expect(callLog).toMatchObject({ requests: 3, calls: [{ finish: 'complete' }] });
  });

  it('fails the request if all retries fail', async () => {
    const { ask, callLog } = await asking({ chat: () => ({ status: 503, message: 'no model loaded' }) });
    await expect(ask()).rejects.toThrow(/503.*no model loaded/);
    expect(callLog.requests).toBe(3);
  });

  it('fails the request after the timeout if it never answers', async () => {
    const limits = openLimits();
    const chat = () => {
      limits.end();
      return { hang: true } as const;
    };
    const { ask, callLog } = await asking({ chat }, { timeoutMs: limitMs, retries: 1 });
    await expect(ask()).rejects.toThrow(`did not answer within ${limitMs / 1_000} s`);
    expect(callLog.requests).toBe(2);
  });

  it('fails the request at once if it asks for too long a wait', async () => {
    const { ask, callLog } = await asking({
      chat: () => ({ status: 429, message: 'come back tomorrow', retryAfter: '86400' }),
    });
    await expect(ask()).rejects.toThrow('come back tomorrow');
    expect(callLog.requests).toBe(1);
  });

  it.each([
    'the request exceeds the available context size: 5000 tokens, 4096 available',
    "This model's maximum context length is 4096 tokens.",
    'prompt is too long: 5000 tokens > 4096 maximum',
  ])(
    'is not called again if a question is too long, and the failure says what to do: %s',
    async (message) => {
      const { ask, callLog } = await asking({ chat: () => ({ status: 400, message }) });
      await expect(ask()).rejects.toThrow(
        `${message.replace(/\.$/, '')}. Lower MODEL_READ_TOKENS, or start the model with a larger context.`,
      );
      expect(callLog.requests).toBe(1);
    },
  );

  it('is not called again if the quota is used up, whatever wait it asks for', () => {
    const body = JSON.stringify({
      error: { message: 'You exceeded your quota', code: 'insufficient_quota' },
    });
    const failure = failureOf(429, body, '1', new Date(0));
    expect(failure).toMatchObject({ code: 'quota_used_up', mayPass: false });
    expect(failure.message).toMatch(/quota .* is used up: You exceeded your quota/);
  });

  it('is not called again if it refuses the key', async () => {
    const { ask, callLog } = await asking({ chat: () => ({ status: 401, message: 'Incorrect API key' }) });
    await expect(ask()).rejects.toThrow('Incorrect API key');
    expect(callLog.requests).toBe(1);
  });

  it('does not delay an abort during a call', async () => {
    const abort = new AbortController();
    const { ask } = await asking({
      chat: () => {
        abort.abort(new Error('enough'));
        return { hang: true };
      },
    });
    await expect(ask('Which?', abort.signal)).rejects.toThrow('enough');
  });
});

describe('a model client', () => {
  it('never exceeds the concurrency of the process', async () => {
    let answer = () => {};
    const three = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { ask, server } = await asking(
      {
        async chat({ number }) {
          // The first call is sent alone, because its answer shows what the server supports.
          if (number === 4) answer();
          if (number > 1) await three;
          return red;
        },
      },
      { concurrency: 3, model: 'three-at-a-time' },
    );
    await Promise.all(Array.from({ length: 13 }, (_, index) => ask(`question ${index}`)));
    expect(server.requests).toHaveLength(13);
    expect(server.mostOpen()).toBe(3);
  });

  it('sends no request that could exceed the budget', async () => {
    const budget = new Budget(700);
    const { ask, server } = await asking(
      { chat: () => ({ ...red, usage: { input: 500, output: 100 } }) },
      { answerTokens: 200 },
      { budget },
    );
    await ask('first');
    await expect(ask('second')).rejects.toMatchObject({ code: 'budget_reached' });
    expect(server.requests).toHaveLength(1);
  });

  it('can use the tokens of its budget after a monthly budget could not be asked', async () => {
    const unreachable = { reserve: () => Promise.reject(new Error('the store is down')) };
    const budget = new Budget(100, 0, unreachable);
    await expect(budget.reserve(100)).rejects.toThrow('the store is down');
    budget.limitBy({ reserve: async () => ({ settle: async () => {} }) });
    expect(await budget.reserve(100)).not.toHaveProperty('refused');
  });

  it('sends no request that could exceed the budget together with the calls in progress', async () => {
    let answer = () => {};
    const allowed = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { ask, server } = await asking(
      {
        async chat({ number }) {
          if (number > 1) await allowed;
          return { ...red, usage: { input: 100, output: 50 } };
        },
      },
      { answerTokens: 200 },
      { budget: new Budget(650) },
    );
    await ask('a first call, which is sent alone');
    let refused = 0;
    const asked = ['first', 'second', 'third'].map((question) =>
      ask(question).catch((error: unknown) => {
        refused += 1;
        return error;
      }),
    );
    await waitUntil(() => server.requests.length + refused === 4);
    answer();
    expect(refused).toBeGreaterThan(0);
    const failures = (await Promise.all(asked)).filter((one) => one instanceof Error);
    expect(failures).toMatchObject(Array(refused).fill({ code: 'budget_reached' }));
    expect(server.requests).toHaveLength(4 - refused);
  });

  it('answers a repeated request from the cache and sends nothing', async () => {
    const answers = inMemoryAnswerCache();
    const { ask, callLog, server } = await asking({ chat: () => red }, {}, { answers });
    await ask();
    await ask();
    expect(server.requests).toHaveLength(1);
    expect(callLog.calls.map(({ reused }) => reused)).toEqual([false, true]);
  });
});
