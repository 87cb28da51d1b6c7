// Serves a language model file over the OpenAI protocol: node server.mjs NODE_LLAMA_CPP MODEL_FILE
//
// It answers one question at a time, each with a grammar that node-llama-cpp makes from the schema of the request, and
// stops when the client closes the connection. As on a llama.cpp server, a question that does not fit into the context
// is refused with status 400. The name of the model in the request selects how it is run:
//   brief      the grammar also limits an answer to one quote and short texts
//   unlimited  the grammar has the limits of the schema and no others
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const [library, modelPath] = process.argv.slice(2);
const { getLlama, LlamaCompletion } = await import(pathToFileURL(library).href);
const ways = ['brief', 'unlimited'];
const contextSize = 3_072;
const mostAnswerTokens = 200;

// One thread: several wait for each other in a loop, which takes 20 times as long where other programs use the processor.
const llama = await getLlama({ gpu: false, build: 'never', logLevel: 'error', maxThreads: 1 });
const model = await llama.loadModel({ modelPath });

/** One sequence per kind of question, because questions of one kind start with the same text, which is read once. */
const kinds = new Map();
async function kindOf(way, asked) {
  const name = `${way} ${asked?.name}`;
  const known = kinds.get(name);
  if (known) return known;
  const context = await model.createContext({ contextSize, sequences: 1, threads: 1 });
  const sequence = context.getSequence();
  const schema = way === 'brief' && asked ? brief(asked.schema) : asked?.schema;
  const kind = {
    sequence,
    completion: new LlamaCompletion({ contextSequence: sequence }),
    grammar: schema && (await llama.createGrammarForJsonSchema(schema)),
  };
  kinds.set(name, kind);
  return kind;
}

/** The schema with at most one quote, empty other lists, and texts of at most 60 characters. */
function brief(schema, name = '') {
  const { type, items, properties } = schema;
  if (type === 'string' && !schema.enum) return { ...schema, maxLength: 60 };
  if (type === 'array') return { ...schema, maxItems: name === 'quotes' ? 1 : 0, items: brief(items) };
  if (!properties) return schema;
  const entries = Object.entries(properties).map(([field, value]) => [field, brief(value, field)]);
  return { ...schema, properties: Object.fromEntries(entries) };
}

async function answer(body, signal) {
  if (!ways.includes(body.model))
    return refusal(404, `the model ${body.model} does not exist`, 'model_not_found');
  const { sequence, completion, grammar } = await kindOf(body.model, body.response_format?.json_schema);
  const turns = body.messages.map(({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`);
  const prompt = model.tokenize(`${turns.join('')}<|im_start|>assistant\n`, true);
  const answerTokens = Math.min(body.max_tokens ?? mostAnswerTokens, mostAnswerTokens);
  if (prompt.length + answerTokens > contextSize) {
    const message = `the request exceeds the available context size: ${prompt.length} tokens, ${contextSize} available`;
    return refusal(400, message, 'context_length_exceeded');
  }
  const cached = sequence.compareContextTokens(prompt).firstDifferentIndex;
  let written = 0;
  const { response, metadata } = await completion.generateCompletionWithMeta(prompt, {
    grammar,
    temperature: body.temperature ?? 0,
    maxTokens: answerTokens,
    repeatPenalty: { lastTokens: 64, penalty: 1.1 },
    signal,
    onToken: (tokens) => {
      written += tokens.length;
    },
  });
  return {
    status: 200,
    tokens: { read: prompt.length, reused: cached, written },
    body: {
      id: 'answer',
      object: 'chat.completion',
      created: Math.floor(Date.now() / 1_000),
      model: body.model,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: response },
          finish_reason: metadata.stopReason === 'maxTokens' ? 'length' : 'stop',
        },
      ],
      usage: {
        prompt_tokens: prompt.length,
        completion_tokens: written,
        total_tokens: prompt.length + written,
        prompt_tokens_details: { cached_tokens: cached },
      },
    },
  };
}

function refusal(status, message, code) {
  return { status, body: { error: { message, type: 'invalid_request_error', code } } };
}

/** Answers one request. Reports what it did on standard output; a request that the client gave up has status 499. */
async function serve(body, response) {
  if (response.destroyed) return report(body.model, 499);
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  const begun = performance.now();
  const given = await answer(body, closed.signal).catch((error) =>
    closed.signal.aborted ? null : refusal(500, String(error), 'server_error'),
  );
  const seconds = (performance.now() - begun) / 1_000;
  if (given === null || response.destroyed) return report(body.model, 499, seconds);
  report(body.model, given.status, seconds, given.tokens);
  response.writeHead(given.status, { 'content-type': 'application/json' }).end(JSON.stringify(given.body));
}

function report(way, status, seconds = 0, tokens = undefined) {
  process.stdout.write(`${JSON.stringify({ model: way, status, seconds, tokens })}\n`);
}

let last = Promise.resolve();
const server = createServer(async (request, response) => {
  if (request.method === 'POST') {
    const body = await json(request);
    last = last.then(() => serve(body, response)).catch((error) => process.stderr.write(`${error}\n`));
    return;
  }
  const data = ways.map((id) => ({ id, object: 'model' }));
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ object: 'list', data }));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.stdout.write(`listening on ${server.address().port}\n`);
