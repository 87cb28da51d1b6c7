import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { entails, ruleAnswer, ruleRequestOf } from '../../../tools/model-server/rule-request.ts';
import { workFolder } from '../../gate/cli/command.ts';
import { makeWav } from '../../gate/engine/load/support/make-sound.ts';
import { type Span, startCollector } from '../../support/collector.ts';
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts';
import { newToken, type Served, serve } from '../../support/served.ts';
import { waitFor } from '../../support/wait.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
const requestId = 'the-request-that-starts-a-run';
const secretWords = 'ultramarine';
const created = z.object({ data: z.object({ _id: z.string() }) });

let collector: Awaited<ReturnType<typeof startCollector>>;
let model: ModelServer;
let folder: ReturnType<typeof workFolder>;
let server: Served;
let log = '';

beforeAll(async () => {
  collector = await startCollector();
  model = await startModelServer({
    chat(request) {
      if (request.schemaName === 'photo_description') return { json: { written: [], seen: [secretWords] } };
      return ruleRequestOf(request).purpose === 'support' ? entails : { json: ruleAnswer({}) };
    },
    embed: () => [1, 0, 0],
    transcribe: () => ({ text: secretWords, segments: [{ start: 0, end: 1, text: secretWords }] }),
  });
  folder = workFolder({});
  const token = newToken(folder.path);
  server = await serve(folder.path, {
    ...collector.settings,
    MODEL: 'some-model',
    VISION_MODEL: 'some-eyes',
    TRANSCRIPTION_MODEL: 'some-ears',
    EMBEDDING_MODEL: 'some-vectors',
    // Passages are selected, and so embedded, only if they do not fit into one call.
    MODEL_READ_TOKENS: '1000',
    OPENAI_BASE_URL: model.url,
  });
  const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${server.address}/v1${path}`, {
      method,
      headers: { 'api-token': token, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return answer.json();
  };
  const upload = async (name: string, type: string, body: Uint8Array) => {
    const headers = { 'api-token': token, 'content-type': type };
    const answer = await fetch(`${server.address}/v1/files?name=${name}`, { method: 'POST', headers, body });
    return z.object({ data: z.object({ url: z.string() }) }).parse(await answer.json()).data.url;
  };
  const blue = { create: { width: 64, height: 64, channels: 3, background: 'blue' } } as const;
  const photo = await upload('a.jpg', 'image/jpeg', await sharp(blue).jpeg().toBuffer());
  const talk = await upload('a.wav', 'audio/wav', makeWav(1));
  const rules = [{ name: 'Colour', description: `The paint must be ${secretWords}.` }];
  const politics = created.parse(await send('POST', '/politics', { name: 'n', description: 'd', rules }));
  const files = [
    {
      name: 'a.txt',
      type: 'text',
      content: `All paint is ${secretWords}. ${'Walls are painted twice.\n\n'.repeat(400)}`,
    },
    { name: 'a.jpg', type: 'photo', url: photo },
    { name: 'a.wav', type: 'audio', url: talk },
  ];
  const project = created.parse(
    await send('POST', '/projects', { name: 'n', description: 'd', politicsId: politics.data._id, files }),
  );
  const start = { status: 'deploying' };
  await send('PUT', `/projects/${project.data._id}`, start, { traceparent, 'x-request-id': requestId });
  await waitFor(() => expect(named('run')).toHaveLength(1));
  await waitFor(() => expect(points('proviso.step.duration').length).toBeGreaterThan(2));
  server.signal('SIGTERM');
  await server.ended;
  log = server.wording();
});
afterAll(async () => {
  await server?.powerOff();
  await model.close();
  collector.close();
  folder.remove();
});

const named = (name: string) => collector.spans.filter((span) => span.name === name);
const points = (metric: string) => collector.points.filter((point) => point.metric === metric);
/** The newest points of a metric, one for each combination of attributes. */
const latest = (metric: string) => [
  ...new Map(points(metric).map((point) => [JSON.stringify(point.attributes), point])).values(),
];
const spanOf = ({ parentSpanId }: Span) => collector.spans.find(({ spanId }) => spanId === parentSpanId);

describe('OpenTelemetry', () => {
  it('connects the request of a client, the run it starts, its files, rules and model calls in one trace', () => {
    const ours = collector.spans.filter((span) => span.traceId === traceId);
    const request = ours.find(({ name }) => name.startsWith('PUT '));
    const [run] = named('run');
    const file = named('file').find(({ attributes }) => attributes['proviso.file.name'] === 'a.txt');
    const [rule] = named('rule');
    const [call] = named('chat some-model');
    expect(request).toMatchObject({
      kind: 2,
      parentSpanId: 'b7ad6b7169203331',
      attributes: {
        'http.request.method': 'PUT',
        'http.route': expect.any(String),
        'http.response.status_code': 200,
      },
      resource: { 'service.name': 'proviso', 'proviso.process': 'server' },
    });
    expect(run).toMatchObject({
      traceId,
      parentSpanId: request?.spanId,
      attributes: { 'proviso.request.id': requestId, 'proviso.run.attempt': 1 },
      resource: { 'proviso.process': 'worker' },
    });
    expect(file).toMatchObject({ traceId, attributes: { 'proviso.file.name': 'a.txt' } });
    expect(rule).toMatchObject({ traceId, attributes: { 'proviso.rule.name': 'Colour' } });
    expect(call && spanOf(call)).toBeDefined();
    const above = new Set<string>();
    for (let span = call; span !== undefined; span = spanOf(span)) above.add(span.name);
    expect([...above]).toEqual(expect.arrayContaining(['check', 'rule', 'run']));
    for (const { startTimeUnixNano: start, endTimeUnixNano: end } of ours)
      expect(end).toBeGreaterThanOrEqual(start);
  });

  it('describes model calls by the GenAI conventions', () => {
    const calls = named('chat some-model');
    expect(calls.length + named('chat some-eyes').length).toBe(model.requests.length);
    expect(calls[0]).toMatchObject({
      kind: 3,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'some-model',
        'gen_ai.usage.input_tokens': expect.any(Number),
        'gen_ai.usage.output_tokens': expect.any(Number),
      },
    });
    const { input, output } = model.reported();
    const counted = (type: string) =>
      latest('gen_ai.client.token.usage')
        .filter(({ attributes }) => attributes['gen_ai.token.type'] === type)
        .reduce((total, { sum }) => total + sum, 0);
    expect({ input: counted('input'), output: counted('output') }).toEqual({ input, output });
    const durations = latest('gen_ai.client.operation.duration');
    expect(durations.map(({ attributes, count }) => [attributes['gen_ai.request.model'], count])).toEqual(
      expect.arrayContaining([
        ['some-model', calls.length],
        ['some-eyes', 1],
        ['some-ears', 1],
        ['some-vectors', model.embedded.length],
      ]),
    );
  });

  it('describes requests for pictures, transcripts and embeddings by the same conventions, within their file or run', () => {
    const nameAbove = (span: Span | undefined) => {
      const above: string[] = [];
      for (let one = span && spanOf(span); one !== undefined; one = spanOf(one)) above.push(one.name);
      return above;
    };
    const [picture] = named('chat some-eyes');
    expect(picture?.attributes).toMatchObject({ 'proviso.purpose': 'photo' });
    expect(nameAbove(picture)).toEqual(expect.arrayContaining(['file', 'run']));
    const [transcript] = named('transcription some-ears');
    expect(transcript).toMatchObject({
      traceId,
      kind: 3,
      attributes: {
        'gen_ai.operation.name': 'transcription',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'some-ears',
      },
    });
    expect(nameAbove(transcript)).toEqual(expect.arrayContaining(['file', 'run']));
    const embeddings = named('embeddings some-vectors');
    expect(embeddings).toHaveLength(model.embedded.length);
    expect(embeddings[0]).toMatchObject({
      traceId,
      kind: 3,
      attributes: {
        'gen_ai.operation.name': 'embeddings',
        'gen_ai.request.model': 'some-vectors',
        'gen_ai.usage.input_tokens': expect.any(Number),
        'gen_ai.embeddings.dimension.count': 3,
      },
    });
    expect(nameAbove(embeddings[0])).toContain('run');
  });

  it('counts requests, runs, files and rules', () => {
    const steps = points('proviso.step.duration').map(({ attributes }) => attributes['proviso.step']);
    expect(new Set(steps)).toEqual(new Set(['run', 'file', 'rule']));
    expect(points('http.server.request.duration').length).toBeGreaterThan(0);
  });

  it('sends no words of documents or rules, and only to the two paths of OTLP', () => {
    const text = JSON.stringify([collector.spans, collector.points], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(text).not.toContain(secretWords);
    expect(collector.refused).toEqual([]);
  });
});

describe('the log', () => {
  it('names the request in the lines of the request, of the run and of each model call', () => {
    const lines = log.split('\n').filter((line) => line.includes(`"requestId":"${requestId}"`));
    const messages = lines.map((line) => z.object({ msg: z.string() }).parse(JSON.parse(line)).msg);
    expect(messages).toEqual(
      expect.arrayContaining([
        'answered',
        'a worker claimed a run',
        'a model answered',
        'a worker released a run',
      ]),
    );
    const requests = model.requests.length + model.embedded.length + 1;
    expect(messages.filter((message) => message === 'a model answered')).toHaveLength(requests);
    for (const named of ['some-model', 'some-eyes', 'some-ears', 'some-vectors'])
      expect(lines.filter((line) => line.includes(`"model":"${named}"`)).length).toBeGreaterThan(0);
    expect(log).not.toContain(secretWords);
  });
});
