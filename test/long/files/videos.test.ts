import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { linkTo } from '../../../engine/cite/link-to.ts';
import { locatorAt } from '../../../engine/cite/locator-at.ts';
import { closeLoading } from '../../../engine/load/load-source.ts';
import type { SourceText } from '../../../engine/model/source.ts';
import type { Vision } from '../../../engine/ports.ts';
import { loadPath } from '../../gate/engine/load/support/load-file.ts';
import { pictureOf } from '../../gate/engine/load/support/make-photo.ts';
import { ffmpegIsHere, runFfmpeg } from '../../gate/engine/load/support/make-sound.ts';
import { makeFolder } from '../support/folder.ts';

const folder = makeFolder();
afterAll(() => {
  closeLoading();
  folder.remove();
});

function timeOf(content: SourceText, words: string) {
  const start = content.text.indexOf(words);
  const locator = locatorAt(content, { start, end: start + words.length });
  return { locator, link: linkTo({ linkBase: 'tour.mp4', content }, locator) };
}

describe.skipIf(!ffmpegIsHere())('a video', () => {
  /** A video that shows each picture for the given number of seconds. */
  function videoOf(name: string, pictures: { path: string; seconds: number }[]): string {
    const inputs = pictures.flatMap(({ path, seconds }) => [
      ...['-loop', '1', '-framerate', '2', '-t', String(seconds)],
      ...['-i', path],
    ]);
    const video = folder.path(name);
    runFfmpeg(...inputs, '-filter_complex', `concat=n=${pictures.length}:v=1:a=0,format=yuv420p`, video);
    return video;
  }
  const signOf = async (words: string): Promise<string> => {
    const page = await pictureOf([{ text: words, y: 700, size: 16 }], 120);
    const crop = sharp(page).extract({ left: 0, top: 80, width: 600, height: 120 });
    return folder.write(`${words.length}.png`, await crop.png().toBuffer());
  };

  it('is read by sampled frames, which are cited by their times', async () => {
    const [shut, exit] = [
      await signOf('Keep this door shut at night.'),
      await signOf('Way out to the left.'),
    ];
    const video = videoOf('signs.mp4', [
      { path: shut, seconds: 6 },
      { path: exit, seconds: 6 },
    ]);
    const content = await loadPath(video);
    expect(content).toMatchObject({ method: 'ocr', countedAs: 'minutes', pages: 1 });
    expect(timeOf(content, 'door shut')).toEqual({
      locator: { kind: 'time', startMs: 3000, endMs: 3000 },
      link: 'tour.mp4#t=3',
    });
    expect(timeOf(content, 'Way out')).toMatchObject({ link: 'tour.mp4#t=9' });
    expect(content.unread).toEqual([
      { where: 'its sound', reason: expect.stringContaining('TRANSCRIPTION_MODEL') },
      { where: 'its pictures', reason: expect.stringMatching(/^only 2 of them, 6 s apart/) },
    ]);
  });

  it('has its frames described only once while the video stays the same', async () => {
    const video = videoOf('still.mp4', [{ path: await signOf('Mind the step here.'), seconds: 10 }]);
    let asked = 0;
    const vision: Vision = {
      id: 'eyes',
      async describe() {
        asked += 1;
        return { written: [], seen: ['A yellow sign stands on a stair.'] };
      },
    };
    const content = await loadPath(video, { vision });
    expect(asked).toBe(1);
    const described = content.ranges.find(({ method }) => method === 'vision');
    expect(described?.locator).toEqual({ kind: 'time', startMs: 2500, endMs: 7500 });
    expect(timeOf(content, 'yellow sign').link).toBe('tour.mp4#t=2.5');
    expect(content.unread.map(({ reason }) => reason)).toContain('only 2 of them, 5 s apart, were sampled');
  });
});
