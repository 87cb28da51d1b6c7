import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { linkTo, youTubeVideoIn } from '../../../engine/cite/link-to.ts';
import { locatorAt } from '../../../engine/cite/locator-at.ts';
import { defaultLimits } from '../../../engine/job.ts';
import { closeLoading, loadSource } from '../../../engine/load/load-source.ts';
import { noSourceCache } from '../../../engine/load/local-files.ts';
import { assetAddresses } from '../../../src/assets/address.ts';
import { diskAssets } from '../../../src/assets/disk.ts';
import { createGuardedFetch } from '../../../src/fetch/guarded-fetch.ts';
import { type FetchSettings, fetchPolicy } from '../../../src/fetch/policy.ts';
import { openSourceFor } from '../../../src/sources/open-source.ts';
import { classic, srv3, startYouTube, type Video, type YouTube } from '../../support/youtube/youtube.ts';
import { noLinkCache } from './loopback.ts';

const id = 'a1B2c3D4-_5';
const link = `https://www.youtube.com/watch?v=${id}`;
const signal = new AbortController().signal;
let folder: string;
let tube: YouTube;

afterAll(closeLoading);
afterEach(async () => {
  await tube.close();
  await rm(folder, { recursive: true, force: true });
});

/** What the engine reads from a link to a video that YouTube describes in this way; null is a video that does not exist. */
async function reading(url: string, video: Video | null, settings: Partial<FetchSettings> = {}) {
  folder = await mkdtemp(join(tmpdir(), 'proviso-youtube-'));
  tube = await startYouTube(video === null ? {} : { [id]: video });
  const addresses = assetAddresses(() => 'https://proviso.example');
  const openSource = openSourceFor('u1', {
    assets: diskAssets(join(folder, 'assets'), addresses),
    addresses,
    guardedFetch: createGuardedFetch(
      join(folder, 'scratch'),
      fetchPolicy({ hostSpacingMs: 0, ...settings }),
      tube.network,
    ),
    linkCache: noLinkCache,
    folder: join(folder, 'scratch'),
    linksMs: 60_000,
  });
  const file = { name: 'The talk.mp4', ref: url, linkBase: url, url };
  try {
    const { content } = await loadSource(file, { openSource, sourceCache: noSourceCache }, defaultLimits, {
      signal,
    });
    return { content, file };
  } finally {
    expect(await readdir(join(folder, 'scratch')).catch(() => [])).toEqual([]);
  }
}

async function placeOf(words: string, { content, file }: Awaited<ReturnType<typeof reading>>) {
  const start = content.text.indexOf(words);
  expect(start, words).toBeGreaterThanOrEqual(0);
  const locator = locatorAt(content, { start, end: start + words.length });
  return { locator, link: linkTo({ ...file, content }, locator) };
}

describe('a link to a YouTube video', () => {
  it('is read as the transcript, and cited by time with a link that starts the video there', async () => {
    const captions = srv3([
      [500, 1750, '<s>We deliver</s><s t="300"> by May</s>'],
      [61_400, 2_000, 'R&amp;D pays &lt;half&gt;\nof it.'],
      [70_000, 500, ' '],
    ]);
    const read = await reading(`https://youtu.be/${id}?si=x`, { captions });
    expect(read.content).toMatchObject({
      text: 'We deliver by May\nR&D pays <half> of it.\n',
      method: 'transcript',
      mediaType: 'text/vtt',
      countedAs: 'minutes',
      pages: 2,
      unread: [],
    });
    expect(await placeOf('R&D pays', read)).toEqual({
      locator: { kind: 'time', startMs: 61_400, endMs: 63_400 },
      link: `${link}&t=61s`,
    });
    expect(tube.asked).toEqual(['POST /youtubei/v1/player', 'GET /api/timedtext']);
  });

  it('has the same times if its captions use seconds or are listed only on the video’s page', async () => {
    const captions = classic([
      [0.5, 1.75, 'It&amp;#39;s due.'],
      [61.4, 2, 'Then we are agreed.'],
    ]);
    const read = await reading(link, { captions, onlyOnPage: true });
    expect(read.content.text).toBe("It's due.\nThen we are agreed.\n");
    expect(await placeOf('Then we', read)).toEqual({
      locator: { kind: 'time', startMs: 61_400, endMs: 63_400 },
      link: `${link}&t=61s`,
    });
    expect(tube.asked).toEqual(['POST /youtubei/v1/player', 'GET /watch', 'GET /api/timedtext']);
  });

  it.each<[string, Video | null, string, RegExp]>([
    ['has no captions', {}, 'no_transcription', /provides no transcript.*SRT or WebVTT/],
    ['has empty captions', { captions: srv3([]) }, 'no_transcription', /provides no transcript/],
    ['does not exist', null, 'not_reachable', /does not show the video/],
    ['is behind a captcha', { captcha: true }, 'not_reachable', /accepts no more requests/],
    [
      'has captions on a different server',
      { captions: srv3([[0, 1, 'No.']]), captionsUrl: 'http://169.254.169.254/latest' },
      'no_transcription',
      /provides no transcript/,
    ],
    [
      'has captions in an unknown format',
      { captions: classic([[Number.NaN, 1, 'No.']]) },
      'not_reachable',
      /could not parse/,
    ],
    [
      'has captions with invalid characters',
      { captions: srv3([[0, 1, '&#1114112;']]) },
      'not_reachable',
      /could not parse/,
    ],
  ])(
    'is refused with a specific reason, and never read as a web page, if the video %s',
    async (_what, video, code, message) => {
      const failing = reading(link, video);
      await expect(failing).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
      expect(tube.server.sockets.length).toBe(tube.asked.length);
    },
  );

  it('is subject to the same limits as any other link', async () => {
    const captions = srv3([[0, 1000, 'long '.repeat(2000)]]);
    await expect(reading(link, { captions }, { maxBytes: 2_000 })).rejects.toMatchObject({
      code: 'too_large',
    });
    await tube.close();
    await rm(folder, { recursive: true });
    const settings = { denyAddresses: ['93.184.216.0/24'] };
    await expect(reading(link, { captions }, settings)).rejects.toThrow(/private or reserved address/);
    expect(tube.asked).toEqual([]);
  });
});

describe('the id of the YouTube video in a link, or null,', () => {
  it.each([
    [`http://youtube.com/watch?t=5&v=${id}`, id],
    [`https://m.youtube.com/watch?v=${id}&list=x`, id],
    [`https://www.youtube.com/shorts/${id}`, id],
    [`https://www.youtube-nocookie.com/embed/${id}?start=3`, id],
    [`https://youtu.be/${id}#x`, id],
    ['https://www.youtube.com/@somebody', null],
    ['https://www.youtube.com/watch?v=short', null],
    [`https://youtube.com.example.org/watch?v=${id}`, null],
    [`https://example.org/watch?v=${id}`, null],
    [`ftp://youtu.be/${id}`, null],
    ['talk.mp4', null],
  ])('is for %s: %s', (url, video) => {
    expect(youTubeVideoIn(url)).toBe(video);
  });
});
