import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyze, createLexicalChecker, defaultLimits, keyRules, openVision } from '../../../engine/index.ts';
import { closeLoading } from '../../../engine/load/load-source.ts';
import { ReadFailure } from '../../../engine/model/errors.ts';
import type { Vision } from '../../../engine/ports.ts';
import { inMemorySourceCache } from '../../../src/cli/local-files.ts';
import {
  type ModelScript,
  type ModelServer,
  startModelServer,
} from '../../support/model-server/model-server.ts';
import { repositoryRoot } from '../../unit/house/repository.ts';
import { loadPath, openLocal, testFolder } from './support/load-file.ts';
import { pictureOf } from './support/make-photo.ts';

const folder = testFolder();
const seen = 'A red fire extinguisher hangs on the wall.';
let server: ModelServer;
let vision: Vision;
let photo: string;
let sign: string;

beforeAll(async () => {
  server = await startModelServer({});
  vision = openVision({
    settings: { model: 'sees', baseUrl: server.url, retries: 0 },
    prompts: { ours: join(repositoryRoot, 'prompts') },
  });
  const wall = sharp({ create: { width: 120, height: 160, channels: 3, background: '#eee' } });
  const red = { create: { width: 40, height: 80, channels: 3 as const, background: '#c00' } };
  photo = folder.write(
    'photo.png',
    await wall
      .composite([{ input: red, left: 30, top: 30 }])
      .png()
      .toBuffer(),
  );
  const page = await pictureOf([{ text: 'Keep this door shut at night.', y: 700, size: 14 }], 120);
  const words = { left: 0, top: 80, width: 600, height: 120 };
  sign = folder.write('sign.png', await sharp(page).extract(words).png().toBuffer());
});
afterAll(async () => {
  closeLoading();
  await server.close();
  folder.remove();
});

const saying = (description: unknown, more: Partial<ModelScript> = {}) => {
  server.requests.length = 0;
  server.answerWith({ chat: () => ({ json: description }), ...more });
};

async function failureOf(loading: Promise<unknown>): Promise<ReadFailure> {
  const outcome = await loading.catch((error: unknown) => error);
  if (outcome instanceof ReadFailure) return outcome;
  throw outcome;
}

describe('a photo that a model describes', () => {
  it('is read by the description, cited as the whole picture, and no longer counts as unread', async () => {
    saying({ written: [], seen: [seen, ' '] });
    const content = await loadPath(photo, { vision });
    expect(content.text.trim()).toBe(seen);
    expect(content).toMatchObject({ method: 'vision', pages: 1, unread: [] });
    const range = content.ranges.find(({ method }) => method === 'vision');
    expect(range?.locator).toEqual({ kind: 'region', box: { x: 0, y: 0, width: 1, height: 1 } });
  });

  it('is sent small, upright and without the notes of its camera, with the prompt of the folder', async () => {
    saying({ written: [], seen: [seen] });
    const large = sharp({ create: { width: 400, height: 3000, channels: 3, background: '#c00' } });
    const notes = large.withExif({ IFD0: { Copyright: 'Somebody at home' } });
    const bytesSent = await notes.withMetadata({ orientation: 6 }).jpeg().toBuffer();
    await loadPath(folder.write('large.jpg', bytesSent), { vision });
    const [request] = server.requests;
    expect(request?.system).toContain("You describe a photo for somebody who can't see it");
    expect(request).toMatchObject({ model: 'sees', schemaName: 'photo_description' });
    const [image = ''] = request?.messages.flatMap(({ images }) => images) ?? [];
    const bytes = Buffer.from(image.replace(/^data:image\/jpeg;base64,/, ''), 'base64');
    const { format, width, height, exif, orientation } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1536, height: 205 });
    expect([exif, orientation]).toEqual([undefined, undefined]);
    expect(bytes.includes('Somebody at home')).toBe(false);
  });

  it('is sent too to a server that knows no structured answers', async () => {
    saying({ written: [], seen: [seen] }, { modes: ['text'] });
    const own = openVision({
      settings: { model: 'plain', baseUrl: server.url, retries: 0 },
      prompts: { ours: join(repositoryRoot, 'prompts') },
    });
    expect((await loadPath(photo, { vision: own })).text.trim()).toBe(seen);
    const last = server.requests.at(-1);
    expect(last?.user).toContain('JSON Schema');
    expect(last?.messages.flatMap(({ images }) => images)).toHaveLength(1);
  });

  it('keeps its recognised words as they were measured, and does not repeat them', async () => {
    saying({ written: ['Keep this d0or shut at night.'], seen: ['A sign on a door.'] });
    const content = await loadPath(sign, { vision });
    expect(content.text).toMatch(/^Keep this door shut at night\.\s+A sign on a door\.\s+$/);
    expect(new Set(content.ranges.map(({ method }) => method))).toEqual(new Set(['ocr', 'vision']));
  });

  it('supports a finding that is ESTIMATED and never more, for the reason that it was seen by a model', async () => {
    saying({ written: [], seen: [seen] });
    const job = {
      runId: '1'.repeat(24),
      rules: keyRules([{ name: 'Extinguisher', description: seen }]),
      knowledge: [],
      inputs: [{ name: 'photo.png', ref: photo, linkBase: 'photo.png' }],
      scope: 'together' as const,
      outputFormat: null,
      limits: defaultLimits,
      earlier: [],
    };
    const ports = {
      openSource: openLocal,
      sourceCache: inMemorySourceCache(),
      clock: { now: () => new Date() },
      checker: createLexicalChecker(),
    };
    const options = { signal: new AbortController().signal, onEvent: () => {} };
    const result = await analyze(job, { ...ports, vision }, options);
    const [finding] = result.findings;
    expect(finding).toMatchObject({ label: 'ESTIMATED', reasons: expect.arrayContaining(['vision']) });
    expect(finding?.citations[0]).toMatchObject({
      quote: seen,
      method: 'vision',
      link: 'photo.png#xywh=percent:0,0,100,100',
    });
    expect(result.incomplete).toBe(false);

    const blind = await analyze(job, ports, options);
    expect(blind.files[0]).toMatchObject({ status: 'failed', reason: 'no_text' });
  });

  it('is described once for one model and prompt, and again for another', async () => {
    saying({ written: [], seen: [seen] });
    const cache = inMemorySourceCache();
    await loadPath(photo, { vision, cache });
    await loadPath(photo, { vision, cache });
    expect(server.requests).toHaveLength(1);
    await loadPath(photo, { vision: { ...vision, id: 'another' }, cache });
    expect(server.requests).toHaveLength(2);
  });
});

describe('a model that does not describe a photo', () => {
  it.each<[string, ModelScript]>([
    ['refuses the key', { chat: () => ({ status: 401, message: 'no such key' }) }],
    ['declines', { chat: () => ({ refusal: 'I do not look at people.' }) }],
    ['answers nonsense twice', { chat: () => ({ text: 'a nice photo' }) }],
  ])(
    'and %s leaves the words that were read, named as incomplete, and is asked again next time',
    async (_what, script) => {
      server.answerWith(script);
      const cache = inMemorySourceCache();
      const content = await loadPath(sign, { vision, cache });
      expect(content.text).toContain('Keep this door shut');
      expect(content.unread).toEqual([
        {
          where: 'page 1',
          reason: expect.stringMatching(
            /^what it shows: The vision model did not describe it: [^(]+\. Check VISION_MODEL/,
          ),
        },
      ]);
      saying({ written: [], seen: ['A sign on a door.'] });
      expect((await loadPath(sign, { vision, cache })).text).toContain('A sign on a door.');
    },
  );

  it('leaves a photo without words unread, for that reason', async () => {
    server.answerWith({ chat: () => ({ status: 401, message: 'no such key' }) });
    const failure = await failureOf(loadPath(photo, { vision }));
    expect(failure).toMatchObject({
      code: 'not_reachable',
      message:
        'The vision model did not describe it: its server answered 401. Check VISION_MODEL and run it again.',
    });
  });

  it('because nothing is to be seen leaves it unread too', async () => {
    saying({ written: [], seen: [] });
    expect((await failureOf(loadPath(photo, { vision }))).code).toBe('no_text');
  });
});
