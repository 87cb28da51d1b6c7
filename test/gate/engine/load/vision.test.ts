import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { analyze, createWordsChecker, defaultLimits, keyRules } from '../../../../engine/index.ts';
import { Budget } from '../../../../engine/llm/budget.ts';
import { inMemorySourceCache, openLocalFile } from '../../../../engine/load/local-files.ts';
import { loadPath, testFolder } from './support/load-file.ts';
import { startSeeingModel, wallWithSomethingRed } from './support/seeing-model.ts';

const folder = testFolder();
const seen = 'A red fire extinguisher hangs on the wall.';

const { server, vision, says: saying } = await startSeeingModel();
const photo = folder.write('photo.png', await wallWithSomethingRed());
afterAll(() => server.close());

describe('a photo that a model describes', () => {
  it('has the description as its text, is cited as a whole, and no longer counts as unread', async () => {
    saying({ written: [], seen: [seen, ' '] });
    const content = await loadPath(photo, { vision });
    expect(content.text.trim()).toBe(seen);
    expect(content).toMatchObject({ method: 'vision', pages: 1, unread: [] });
    const range = content.ranges.find(({ method }) => method === 'vision');
    expect(range?.locator).toEqual({ kind: 'region', box: { x: 0, y: 0, width: 1, height: 1 } });
  });

  it('is sent to the model small, upright and without camera metadata, with the prompt from the prompts folder', async () => {
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

  it('adds its tokens to the usage and the budget of the run', async () => {
    saying({ written: [], seen: [seen] });
    const run = vision.forRun?.(new Budget(20));
    await expect(loadPath(photo, run && { vision: run })).rejects.toMatchObject({
      message: expect.stringContaining('token budget'),
    });
    expect(run?.spent()).toMatchObject({ requests: 0 });
    const budget = new Budget(100_000);
    const second = vision.forRun?.(budget);
    await loadPath(photo, second && { vision: second });
    const { input = 0, output = 0 } = second?.spent().tokens ?? {};
    expect(second?.spent()).toMatchObject({ requests: 1 });
    expect([input > 0, budget.spent]).toEqual([true, input + output]);
  });

  it('supports at most an ESTIMATED finding, with the reason "vision"', async () => {
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
      openSource: openLocalFile,
      sourceCache: inMemorySourceCache(),
      clock: { now: () => new Date() },
      checker: createWordsChecker(),
    };
    const options = { signal: new AbortController().signal, onEvent: () => {} };
    const result = await analyze(job, { ...ports, vision }, options);
    expect(result.usage).toMatchObject({ modelCalls: 1 });
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
});
