import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { openVision } from '../../../engine/index.ts';
import { inMemorySourceCache } from '../../../engine/load/local-files.ts';
import { failureOf, loadPath, testFolder } from '../../gate/engine/load/support/load-file.ts';
import { pictureOf } from '../../gate/engine/load/support/make-photo.ts';
import { makeZip } from '../../gate/engine/load/support/make-zip.ts';
import { startSeeingModel, wallWithSomethingRed } from '../../gate/engine/load/support/seeing-model.ts';
import { repositoryRoot } from '../../gate/unit/house/repository.ts';
import type { ModelScript } from '../../support/model-server/model-server.ts';

const folder = testFolder();
const seen = 'A red fire extinguisher hangs on the wall.';

const { server, vision, says: saying } = await startSeeingModel();
const photo = folder.write('photo.png', await wallWithSomethingRed());
const page = await pictureOf([{ text: 'Keep this door shut at night.', y: 700, size: 14 }], 120);
const words = { left: 0, top: 80, width: 600, height: 120 };
const sign = folder.write('sign.png', await sharp(page).extract(words).png().toBuffer());
afterAll(() => server.close());

describe('photos inside an archive', () => {
  it('are described like separate photos, and cited by their name in the archive', async () => {
    saying({ written: [], seen: [seen] });
    const zip = makeZip([{ name: 'site/wall.png', content: readFileSync(photo) }]);
    const content = await loadPath(folder.write('photos.zip', zip), { vision });
    expect(content.unread).toEqual([]);
    const at = content.text.indexOf(seen);
    const range = content.ranges.find(({ start, end }) => start <= at && at < end);
    expect(range).toMatchObject({
      method: 'vision',
      locator: { kind: 'message', part: 'site/wall.png, p. 1' },
    });
  });

  it('are reported as unread if no vision model is set', async () => {
    const zip = makeZip([
      { name: 'site/wall.png', content: readFileSync(photo) },
      { name: 'note.txt', content: 'Seen on site.' },
    ]);
    const content = await loadPath(folder.write('unseen.zip', zip));
    expect(content.unread).toEqual([
      { where: expect.stringContaining('site/wall.png'), reason: expect.any(String) },
    ]);
  });
});

describe('a photo that a model describes', () => {
  it('can be described by a server that does not support structured answers', async () => {
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

  it('keeps its recognised words with their confidence, and does not repeat them in the description', async () => {
    saying({ written: ['Keep this d0or shut at night.'], seen: ['A sign on a door.'] });
    const content = await loadPath(sign, { vision });
    expect(content.text).toMatch(/^Keep this door shut at night\.\s+A sign on a door\.\s+$/);
    expect(new Set(content.ranges.map(({ method }) => method))).toEqual(new Set(['ocr', 'vision']));
  });

  it('is described once per model and prompt, and again for a different model', async () => {
    saying({ written: [], seen: [seen] });
    const cache = inMemorySourceCache();
    await loadPath(photo, { vision, cache });
    await loadPath(photo, { vision, cache });
    expect(server.requests).toHaveLength(1);
    await loadPath(photo, { vision: { ...vision, id: 'another' }, cache });
    expect(server.requests).toHaveLength(2);
  });
});

describe('a photo that a vision model fails to describe', () => {
  it.each<[string, ModelScript]>([
    ['has a server that refuses the key', { chat: () => ({ status: 401, message: 'no such key' }) }],
    ['declines to answer', { chat: () => ({ refusal: 'I do not look at people.' }) }],
    ['answers twice in the wrong format', { chat: () => ({ text: 'a nice photo' }) }],
  ])(
    'is read by its recognised words, reported as incomplete, and sent again in the next run if the model %s',
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

  it('is reported as unread, with the reason, if it has no words either', async () => {
    server.answerWith({ chat: () => ({ status: 401, message: 'no such key' }) });
    const failure = await failureOf(loadPath(photo, { vision }));
    expect(failure).toMatchObject({
      code: 'not_reachable',
      message:
        'The vision model did not describe it: its server answered 401. Check VISION_MODEL and run it again.',
    });
  });

  it('is reported as unread if the model sees nothing in it', async () => {
    saying({ written: [], seen: [] });
    expect((await failureOf(loadPath(photo, { vision }))).code).toBe('no_text');
  });
});
