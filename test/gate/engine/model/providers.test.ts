import { HumanMessage } from '@langchain/core/messages';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatEndpoint } from '../../../../engine/llm/chat/chat-endpoint.ts';
import { openEndpoint } from '../../../../engine/llm/chat/open-endpoint.ts';
import { anyProviderEndpoint } from '../../../../engine/llm/chat/provider-endpoint.ts';
import { modelSettingsSchema } from '../../../../engine/llm/model-settings.ts';
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server.ts';

const usage = { input: 50, output: 5, cached: 20 };
const variables = [
  'AZURE_OPENAI_API_KEY',
  'AZURE_OPENAI_ENDPOINT',
  'AZURE_OPENAI_API_VERSION',
  'OPENAI_BASE_URL',
];

let server: ModelServer;
let before: (string | undefined)[];
beforeEach(async () => {
  before = variables.map((name) => process.env[name]);
  server = await startModelServer({ chat: () => ({ json: { colour: 'red' }, usage }) });
});
afterEach(async () => {
  variables.forEach((name, at) => {
    const value = before[at];
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  });
  await server.close();
});

const settings = (model: string) => modelSettingsSchema.parse({ model, apiKey: 'a key', timeoutMs: 100_000 });

function ask(endpoint: ChatEndpoint) {
  const schema = { name: 'colour', json: { type: 'object', properties: { colour: { type: 'string' } } } };
  const request = { messages: [new HumanMessage('Which colour?')], schema, answerTokens: 100 };
  const capabilities = {
    mode: 'json_schema' as const,
    temperature: true,
    seed: true,
    limit: 'max_tokens' as const,
  };
  return endpoint.ask(request, capabilities, { signal: new AbortController().signal });
}

describe('a model named in the form provider:model', () => {
  it('is requested from Azure under the name of its deployment, with the key and API version from the environment', async () => {
    process.env.AZURE_OPENAI_API_KEY = 'azure key';
    process.env.AZURE_OPENAI_ENDPOINT = server.url.replace('/v1', '');
    process.env.AZURE_OPENAI_API_VERSION = '2024-10-21';
    const endpoint = openEndpoint(settings('azure_openai:test-model'));
    expect(endpoint.model).toBe('test-model');
    expect(await ask(endpoint)).toEqual({ text: '{"colour":"red"}', finish: 'complete', tokens: usage });
    expect(server.requests).toMatchObject([{ mode: 'json_schema', headers: { 'api-key': 'azure key' } }]);
  });

  it('is refused at once for Azure if settings are missing, and the error names them', () => {
    for (const name of variables) delete process.env[name];
    process.env.AZURE_OPENAI_API_KEY = 'azure key';
    expect(() => openEndpoint(settings('azure_openai:test-model'))).toThrow(
      'needs AZURE_OPENAI_ENDPOINT, AZURE_OPENAI_API_VERSION:',
    );
  });

  it('is called through LangChain’s initialiser if the provider’s package is installed', async () => {
    process.env.OPENAI_BASE_URL = server.url;
    const answer = await ask(anyProviderEndpoint(settings('openai:test-model')));
    expect(answer).toEqual({ text: '{"colour":"red"}', finish: 'complete', tokens: usage });
    expect(server.requests).toMatchObject([{ model: 'test-model', mode: 'tools' }]);
  });

  it.each([
    ['anthropic:claude', '@langchain/anthropic'],
    ['mistral:large', '@langchain/mistralai'],
  ])('(%s) is refused at once if the package is missing, and the error names the package', (model, name) => {
    expect(() => openEndpoint(settings(model))).toThrow(`npm install ${name} beside proviso`);
  });
});
