import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import busboy from 'busboy';
import {
  type AskedMode,
  type ChatRequest,
  chatBodySchema,
  chatRequestOf,
  embeddingsBodySchema,
} from '../../../tools/model-server/protocol.ts';
import {
  befall,
  type Misfortune,
  type Reply,
  type ReportedUsage,
  sendError,
  sendJson,
  sendReply,
  textOf,
} from '../../../tools/model-server/replies.ts';

export type Transcript = { text: string; segments: { start: number; end: number; text: string }[] };
export type RuleEvidence = { name: string; bytes: number; fields: Record<string, string> };

/** How the server answers. A path without a script returns 404, as on many real servers. */
export type ModelScript = {
  chat?: (request: ChatRequest) => Reply | Promise<Reply>;
  embed?: (text: string) => number[] | Misfortune;
  transcribe?: (file: RuleEvidence) => Transcript | Reply;
  /** The supported modes of structured output; others are refused with 400. Default: all. */
  modes?: readonly AskedMode[];
  /** Fields of a chat request that the server refuses with 400, such as `temperature`. */
  refuses?: readonly string[];
};

export type ModelServer = {
  /** The value for OPENAI_BASE_URL. */
  url: string;
  /** All chat requests so far, whatever the answer. */
  requests: ChatRequest[];
  /** The texts of all embedding requests so far, whatever the answer. */
  embedded: string[][];
  /** The API key of each embedding request. */
  embeddingKeys: (string | undefined)[];
  /** The largest number of chat requests that were in progress at the same time. */
  mostOpen(): number;
  /** The usage that the server has reported so far, in total. */
  reported(): Required<ReportedUsage>;
  answerWith(script: ModelScript): void;
  close(): Promise<void>;
};

/** Azure's equivalent of the path /v1, for a deployment named test-model. */
const onAzure = /^\/openai\/deployments\/test-model\/(.*)\?api-version=[\w-]+$/;

/** A model server on loopback that speaks the OpenAI protocol over real HTTP and answers according to a script. */
export async function startModelServer(first: ModelScript): Promise<ModelServer> {
  let script = first;
  const requests: ChatRequest[] = [];
  const embedded: string[][] = [];
  const embeddingKeys: (string | undefined)[] = [];
  const prompts: string[] = [];
  const total = { input: 0, output: 0, cached: 0 };
  let open = 0;
  let mostOpen = 0;

  async function chat(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parsed = chatBodySchema.safeParse(await json(request).catch(() => null));
    if (!script.chat) return sendError(response, 404, 'there is no chat model here');
    if (!parsed.success) return sendError(response, 400, `Invalid request: ${parsed.error.message}`);
    const asked = chatRequestOf(parsed.data, request.headers, requests.length + 1);
    requests.push(asked);
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    response.once('close', () => {
      open -= 1;
    });
    const refused = refusalOf(asked, script);
    if (refused !== null) return sendError(response, 400, refused);
    const reply = await script.chat(asked);
    const usage = usageOf(asked, reply, prompts);
    prompts.push(promptOf(asked));
    const wording = answerOf(reply);
    if (wording) {
      const { input, output, cached = 0 } = wording.usage ?? usage;
      total.input += input;
      total.output += output;
      total.cached += cached;
    }
    await sendReply(response, asked, reply, usage);
  }

  async function embeddings(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parsed = embeddingsBodySchema.safeParse(await json(request).catch(() => null));
    const { embed } = script;
    if (!embed) return sendError(response, 404, 'there is no embedding model here');
    if (!parsed.success) return sendError(response, 400, `Invalid request: ${parsed.error.message}`);
    const { input, encoding_format, model } = parsed.data;
    const texts = typeof input === 'string' ? [input] : input;
    embedded.push(texts);
    embeddingKeys.push(request.headers.authorization?.replace('Bearer ', ''));
    const vectors = texts.map(embed);
    const [misfortune] = vectors.flatMap((vector) => (Array.isArray(vector) ? [] : [vector]));
    if (misfortune) return befall(response, misfortune);
    const tokens = texts.reduce((sum, text) => sum + tokensOf(text), 0);
    total.input += tokens;
    sendJson(response, 200, {
      object: 'list',
      model,
      data: vectors.flatMap((vector, index) =>
        Array.isArray(vector)
          ? [
              {
                object: 'embedding',
                index,
                embedding: encoding_format === 'base64' ? base64Of(vector) : vector,
              },
            ]
          : [],
      ),
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    });
  }

  async function transcriptions(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { transcribe } = script;
    if (!transcribe) return sendError(response, 404, 'there is no transcription model here');
    const received = transcribe(await formOf(request));
    if ('segments' in received) {
      const duration = received.segments.at(-1)?.end ?? 0;
      const segments = received.segments.map((segment, id) => ({ id, ...segment }));
      return sendJson(response, 200, {
        task: 'transcribe',
        language: 'english',
        duration,
        ...received,
        segments,
      });
    }
    if ('status' in received) return sendError(response, received.status, received.message, received);
    if ('drop' in received) response.socket?.destroy();
  }

  const endpoints: Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>> = {
    'POST /v1/chat/completions': chat,
    'POST /v1/embeddings': embeddings,
    'POST /v1/audio/transcriptions': transcriptions,
  };

  const server = createServer((request, response) => {
    const path = request.url?.replace(onAzure, '/v1/$1');
    const endpoint = endpoints[`${request.method} ${path}`];
    const answered = endpoint
      ? endpoint(request, response)
      : Promise.resolve(sendError(response, 404, `Unknown path ${request.url}`));
    answered.catch((error: unknown) => {
      if (!response.headersSent) sendError(response, 500, `The script failed: ${String(error)}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${portOf(server.address())}/v1`,
    requests,
    embedded,
    embeddingKeys,
    mostOpen: () => mostOpen,
    reported: () => ({ ...total }),
    answerWith(next) {
      script = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string')
    throw new Error('the model server must listen on a port');
  return address.port;
}

function refusalOf({ mode, body }: ChatRequest, { modes, refuses = [] }: ModelScript): string | null {
  if (modes && !modes.includes(mode)) {
    return mode === 'tools'
      ? 'tools are not supported by this model'
      : `Invalid parameter: 'response_format' of type '${mode}' is not supported with this model.`;
  }
  const field = refuses.find((name) => body[name] !== undefined);
  return field === undefined
    ? null
    : `Unsupported value: '${field}' does not support the value given with this model.`;
}

function answerOf(reply: Reply) {
  if ('afterMs' in reply) return answerOf(reply.reply);
  return 'json' in reply || 'text' in reply || 'refusal' in reply ? reply : null;
}

/**
 * Counts four characters as one token. The beginning that a request shares with an earlier one counts as cached if it
 * has at least 1024 tokens, in steps of 128.
 */
function usageOf(request: ChatRequest, reply: Reply, earlier: readonly string[]): ReportedUsage {
  const prompt = promptOf(request);
  const shared = Math.max(0, ...earlier.map((other) => sharedPrefix(prompt, other)));
  const cached = Math.floor(shared / 4 / 128) * 128;
  const wording = answerOf(reply);
  return {
    input: tokensOf(prompt),
    output: wording ? tokensOf(textOf(wording)) : 0,
    cached: cached >= 1024 ? cached : 0,
  };
}

function promptOf({ messages }: ChatRequest): string {
  return messages.map(({ role, text }) => `${role}\n${text}`).join('\n');
}

function sharedPrefix(one: string, other: string): number {
  let low = 0;
  let high = Math.min(one.length, other.length);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (one.slice(0, middle) === other.slice(0, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}

function base64Of(vector: readonly number[]): string {
  return Buffer.from(new Float32Array(vector).buffer).toString('base64');
}

function formOf(request: IncomingMessage): Promise<RuleEvidence> {
  return new Promise((resolve, reject) => {
    const received: RuleEvidence = { name: '', bytes: 0, fields: {} };
    const form = busboy({ headers: request.headers });
    form.on('file', (_field, stream, { filename }) => {
      received.name = filename;
      stream.on('data', (chunk: Buffer) => {
        received.bytes += chunk.length;
      });
    });
    form.on('field', (name, value) => {
      received.fields[name] = value;
    });
    form.on('close', () => resolve(received));
    form.on('error', reject);
    request.pipe(form);
  });
}
