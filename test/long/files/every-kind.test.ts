import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Browser } from 'playwright-core';
import PptxGenJS from 'pptxgenjs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { z } from 'zod';
import { closeLoading, createWordsChecker, defaultLimits } from '../../../engine/index.ts';
import type { Citation } from '../../../engine/model/citation.ts';
import { type Finding, findingSchema } from '../../../engine/model/finding.ts';
import { assetAddresses } from '../../../src/assets/address.ts';
import { createGuardedFetch } from '../../../src/fetch/guarded-fetch.ts';
import { fetchPolicy } from '../../../src/fetch/policy.ts';
import { type RunWorker, startRunWorker } from '../../../src/services/runs/run-worker.ts';
import { sourceTextsOf } from '../../../src/sources/cached-texts.ts';
import { linkCacheOf } from '../../../src/sources/link-cache.ts';
import { openSourceFor } from '../../../src/sources/open-source.ts';
import { endpointTranscriber } from '../../../src/sources/transcriber.ts';
import { makePdf } from '../../gate/engine/load/support/make-pdf.ts';
import { pictureOf } from '../../gate/engine/load/support/make-photo.ts';
import { ffmpegIsHere, makeWav, runFfmpeg } from '../../gate/engine/load/support/make-sound.ts';
import { makeDocx, makeZip, paragraph } from '../../gate/engine/load/support/make-zip.ts';
import { browserPath, startBrowser } from '../../support/browser/browser.ts';
import { listening } from '../../support/listening.ts';
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { waitUntil } from '../../support/wait.ts';
import { srv3, startYouTube, type YouTube } from '../../support/youtube/youtube.ts';
import { makeFolder } from '../support/folder.ts';
import { zipEntry } from '../support/zip-entry.ts';

const sentence = 'The tenant shall give notice of at least three months before leaving.';
const video = 'a1B2c3D4-_5';
const folder = makeFolder();
const withFfmpeg = ffmpegIsHere();

let server: TestServer;
let models: ModelServer;
let tube: YouTube;
let site: { url: string; server: Server };
let worker: RunWorker;
let browser: Browser | null = null;
let findings: Finding[] = [];

beforeAll(async () => {
  tube = await startYouTube({
    [video]: {
      captions: srv3([
        [0, 61_000, 'Good morning.'],
        [61_400, 4_000, sentence],
      ]),
    },
  });
  models = await startModelServer({
    transcribe: () => ({
      text: sentence,
      segments: [
        { start: 0, end: 2, text: 'Good morning.' },
        { start: 2, end: 4.5, text: sentence },
      ],
    }),
  });
  site = await website({
    '/lease': {
      type: 'text/html',
      body: `<html><body><p>${'Words of greeting. '.repeat(400)}</p><h2 id="exit">Exit</h2><p id="notice">${sentence}</p></body></html>`,
    },
    '/lease.pdf': { type: 'application/pdf', body: await pdf() },
  });
  server = await startTestServer({ FETCH_ALLOW_HOSTS: '127.0.0.2' });
  worker = startRunWorker(workerDependencies(), { concurrency: 1, idleMs: 50 });
  browser = browserPath === null ? null : await startBrowser(browserPath, true);
  findings = await findingsOfTheProject();
});
afterAll(async () => {
  await browser?.close();
  await worker?.stop();
  closeLoading();
  await server?.stop();
  await models?.close();
  await tube?.close();
  site?.server.close();
  folder.remove();
});

/** The dependencies of the service's worker, with a network that resolves YouTube's names to this machine. */
function workerDependencies() {
  const { dependencies, url, folder: home } = server;
  const { assets, store, clock } = dependencies;
  const scratch = join(home, 'scratch');
  const real = fetchPolicy({ allowHosts: ['127.0.0.2'], hostSpacingMs: 0 });
  const direct = createGuardedFetch(scratch, real);
  const viaTube = createGuardedFetch(scratch, fetchPolicy({ hostSpacingMs: 0 }), tube.network);
  const linkCacheFor = (owner: string) => linkCacheOf(owner, store.sourceTexts, clock);
  const transcriber = endpointTranscriber({
    model: 'm',
    baseUrl: models.url,
    apiKey: null,
    timeoutMs: 20_000,
  });
  return {
    ...dependencies,
    models: { checker: createWordsChecker(), transcriber },
    limits: defaultLimits,
    linkCacheFor,
    sourceCacheFor: (owner: string) => sourceTextsOf(owner, store.sourceTexts, clock),
    openSourceFor(owner: string) {
      const parts = {
        assets,
        addresses: assetAddresses(() => url),
        ...{ folder: scratch, linksMs: 60_000 },
        linkCache: linkCacheFor(owner),
      };
      const opens = (guardedFetch: typeof direct) => openSourceFor(owner, { ...parts, guardedFetch });
      return (file: Parameters<ReturnType<typeof openSourceFor>>[0], signal: AbortSignal) =>
        opens(file.ref.includes('youtube') ? viaTube : direct)(file, signal);
    },
  };
}

async function website(pages: Record<string, { type: string; body: string | Uint8Array }>) {
  const made = createServer((request, response) => {
    const page = pages[request.url ?? ''];
    if (page === undefined) response.writeHead(404).end();
    else response.setHeader('content-type', page.type).end(page.body);
  });
  return { url: `http://127.0.0.2:${await listening(made, '127.0.0.2')}`, server: made };
}

const pdf = () => makePdf([[{ text: 'Cover.', y: 700 }], [{ text: sentence, y: 700 }]]);

async function slides(): Promise<Uint8Array> {
  const deck = new ('default' in PptxGenJS ? PptxGenJS.default : PptxGenJS)();
  deck.addSlide().addText('Welcome', { x: 1, y: 1 });
  deck.addSlide().addText(sentence, { x: 1, y: 1 });
  const bytes = await deck.write({ outputType: 'nodebuffer' });
  if (!Buffer.isBuffer(bytes)) throw new Error('PptxGenJS must write a buffer');
  return bytes;
}

/** A video with embedded subtitles, which contain the sentence from the third second on. */
async function subtitledVideo(): Promise<Uint8Array> {
  const words = folder.write('words.srt', `1\n00:00:03,000 --> 00:00:05,000\n${sentence}\n`);
  const sound = folder.write('sound.wav', makeWav(6));
  const made = folder.path('tour.mp4');
  const picture = ['-f', 'lavfi', '-i', 'color=s=64x64:r=5:d=6', '-i', sound, '-i', words];
  runFfmpeg(...picture, '-c:a', 'aac', '-c:s', 'mov_text', made);
  return readFile(made);
}

type Uploaded = [name: string, type: string, make: () => Promise<Uint8Array> | Uint8Array];
const uploads: Uploaded[] = [
  ['lease.pdf', 'document', pdf],
  ['lease.docx', 'document', () => makeDocx(paragraph('Lease.') + paragraph(sentence))],
  [
    'lease.xlsx',
    'document',
    () => writeExcelFile([[{ value: 'These clauses hold.' }], [{ value: sentence }]]).toBuffer(),
  ],
  ['lease.pptx', 'document', slides],
  [
    'lease.eml',
    'document',
    () =>
      Buffer.from(
        `From: a@example.org\r\nSubject: Notice\r\nContent-Type: text/plain\r\n\r\nDear all.\r\n\r\n${sentence}\r\n`,
      ),
  ],
  ['lease.zip', 'document', () => makeZip([{ name: 'clauses.md', content: `# Clauses\n\n${sentence}\n` }])],
  ['lease.png', 'photo', () => pictureOf([{ text: sentence, y: 500, size: 14 }], 120)],
  ['lease.wav', 'audio', () => makeWav(5)],
];

/** Sends a request to the API and returns the answer. Fails with the message of the answer if the request failed. */
async function api<Shape extends z.ZodType>(
  shape: Shape,
  ...request: Parameters<TestServer['owner']['request']>
): Promise<z.output<Shape>> {
  const { status, body, text } = await server.owner.request(...request);
  if (status >= 300) throw new Error(`${request[0]} ${request[1]}: ${status} ${text}`);
  return shape.parse(body);
}

async function uploaded(name: string, bytes: Uint8Array): Promise<string> {
  const shape = z.object({ data: z.object({ url: z.string() }) });
  const path = `/v1/files?name=${encodeURIComponent(name)}`;
  return (await api(shape, 'POST', path, { raw: bytes })).data.url;
}

async function findingsOfTheProject(): Promise<Finding[]> {
  const made: Uploaded[] = [...uploads, ...(withFfmpeg ? [videoUpload] : [])];
  const files: object[] = [
    { name: 'page', type: 'url', url: `${site.url}/lease` },
    { name: 'linked.pdf', type: 'url', url: `${site.url}/lease.pdf` },
    { name: 'talk', type: 'video', url: `https://www.youtube.com/watch?v=${video}` },
    { name: 'note', type: 'text', content: `A note.\n\n${sentence}\n` },
  ];
  for (const [name, type, make] of made) files.push({ name, type, url: await uploaded(name, await make()) });
  const knowledgeFiles = [
    { name: 'law.pdf', type: 'pdf', url: await uploaded('law.pdf', await pdf()) },
    { name: 'law.docx', type: 'word', url: await uploaded('law.docx', makeDocx(paragraph(sentence))) },
  ];
  const record = z.object({ data: z.object({ _id: z.string() }) });
  const rules = [{ name: 'Notice', description: sentence }];
  const common = { name: 'n', description: 'd' };
  const politics = await api(record, 'POST', '/v1/politics', { body: { ...common, rules, knowledgeFiles } });
  const body = { ...common, politicsId: politics.data._id, files, scope: 'each' };
  const { data } = await api(record, 'POST', '/v1/projects', { body });
  const path = `/v1/projects/${data._id}`;
  await api(z.unknown(), 'PUT', path, { body: { status: 'deploying' } });
  const statusOf = async () =>
    (await api(z.object({ data: z.object({ status: z.string() }) }), 'GET', path)).data.status;
  await waitUntil(async () => (await statusOf()) !== 'deploying', { upTo: 120_000 });
  expect(await statusOf()).toBe('completed');
  const list = z.object({ data: z.array(findingSchema) });
  return (await api(list, 'GET', `${path}/findings?pageSize=100`)).data;
}

const videoUpload: Uploaded = ['tour.mp4', 'video', subtitledVideo];

function citationIn(name: string): Citation {
  const found = findings.find(({ subject }) => subject.kind === 'file' && subject.name === name);
  const citation = found?.citations.find(({ quote }) => /three months before\s+leaving/.test(quote));
  if (citation === undefined) throw new Error(`no citation of ${name}: ${JSON.stringify(found)}`);
  return citation;
}

/** The bytes of the file that a citation's link opens, and the fragment of the link. */
async function opened({ link }: Citation): Promise<{ bytes: Buffer; fragment: string }> {
  const { hash } = new URL(link);
  const answer = await fetch(link);
  expect(answer.status, link).toBe(200);
  return { bytes: Buffer.from(await answer.arrayBuffer()), fragment: decodeURIComponent(hash.slice(1)) };
}

describe('a citation in a project with every kind of input has a link that opens', () => {
  it('the page of a PDF, whether it is an upload, a link or a knowledge file', async () => {
    const notice = findings.find(({ subject }) => subject.kind === 'file' && subject.name === 'lease.pdf');
    const law = notice?.basis.find(({ source }) => source.name === 'law.pdf');
    if (law === undefined) throw new Error('a finding must cite the law');
    for (const citation of [citationIn('lease.pdf'), citationIn('linked.pdf'), law]) {
      expect(citation.locator).toEqual({ kind: 'page', page: 2 });
      const { bytes, fragment } = await opened(citation);
      expect(fragment).toBe('page=2');
      const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
      const { items } = await (await document.getPage(2)).getTextContent();
      expect(items.map((item) => ('str' in item ? item.str : '')).join('')).toContain(sentence);
      await document.destroy();
    }
    expect(citationIn('linked.pdf').link).toBe(`${site.url}/lease.pdf#page=2`);
  });

  it('the paragraph of a Word file', async () => {
    const { locator, ...citation } = citationIn('lease.docx');
    expect(locator).toEqual({ kind: 'section', paragraph: 2 });
    const { bytes } = await opened({ locator, ...citation });
    const paragraphs = (await zipEntry(bytes, 'word/document.xml')).match(/<w:p>.*?<\/w:p>/gs) ?? [];
    expect(paragraphs[1]).toContain(sentence);
  });

  it('the lines of a text that was sent in the request', async () => {
    const { bytes, fragment } = await opened(citationIn('note'));
    const [, line] = /^L(\d+)$/.exec(fragment) ?? [];
    expect(bytes.toString('utf8').split('\n')[Number(line) - 1]).toBe(sentence);
  });

  it('the cell of a spreadsheet', async () => {
    const { bytes, fragment } = await opened(citationIn('lease.xlsx'));
    const [, sheet, cell] = /^(.+)!([A-Z]+\d+)$/.exec(fragment) ?? [];
    expect(await zipEntry(bytes, 'xl/workbook.xml')).toContain(`name="${sheet}"`);
    const rows = await zipEntry(bytes, 'xl/worksheets/sheet1.xml');
    const [, index] = new RegExp(`<c r="${cell}"[^>]*t="s"[^>]*><v>(\\d+)</v>`).exec(rows) ?? [];
    const strings = (await zipEntry(bytes, 'xl/sharedStrings.xml')).match(/<si>.*?<\/si>/gs) ?? [];
    expect(strings[Number(index)]).toContain(sentence);
  });

  it('the slide of a presentation', async () => {
    const citation = citationIn('lease.pptx');
    const slide = citation.locator.kind === 'slide' ? citation.locator.slide : 0;
    const { bytes } = await opened(citation);
    expect(await zipEntry(bytes, `ppt/slides/slide${slide}.xml`)).toContain(sentence);
  });

  it('the cited part of an e-mail or an archive', async () => {
    const mail = citationIn('lease.eml');
    expect(mail.locator).toEqual({ kind: 'message', part: 'body, paragraph 2' });
    const body = (await opened(mail)).bytes.toString('utf8').split('\r\n\r\n').slice(1);
    expect(body[1]).toContain(sentence);
    const zip = citationIn('lease.zip');
    expect(zip.locator).toEqual({ kind: 'message', part: 'clauses.md, line 3' });
    const lines = (await zipEntry((await opened(zip)).bytes, 'clauses.md')).split('\n');
    expect(lines[2]).toBe(sentence);
  });

  it('the region of a photo that contains all of the words and little else', async () => {
    const { bytes, fragment } = await opened(citationIn('lease.png'));
    const [x = 0, y = 0, width = 0, height = 0] = fragment
      .replace('xywh=percent:', '')
      .split(',')
      .map(Number);
    const { width: across = 0, height: down = 0 } = await sharp(bytes).metadata();
    const box = {
      left: Math.floor((x / 100) * across) - 2,
      top: Math.floor((y / 100) * down) - 2,
      width: Math.ceil((width / 100) * across) + 4,
      height: Math.ceil((height / 100) * down) + 4,
    };
    const inkIn = async (part: Buffer) => {
      const grey = await sharp(part).greyscale().raw().toBuffer();
      return grey.filter((dot) => dot < 128).length;
    };
    const all = await inkIn(bytes);
    expect(all).toBeGreaterThan(1_000);
    expect((await inkIn(await sharp(bytes).extract(box).png().toBuffer())) / all).toBeGreaterThan(0.99);
    expect((box.width * box.height) / (across * down)).toBeLessThan(0.05);
  });

  it('the moment in a YouTube video at which its captions contain the words', () => {
    const { link, locator, method } = citationIn('talk');
    expect(locator).toEqual({ kind: 'time', startMs: 61_400, endMs: 65_400 });
    expect(method).toBe('transcript');
    expect(link).toBe(`https://www.youtube.com/watch?v=${video}&t=61s`);
  });

  it('the cited place in all other kinds of input, each of which has a test here', () => {
    const kinds = findings.flatMap(({ citations, basis }) =>
      [...citations, ...basis].map(({ locator }) => locator.kind),
    );
    expect([...new Set(kinds)].sort()).toEqual(
      ['cell', 'lines', 'message', 'page', 'region', 'section', 'slide', 'time'].sort(),
    );
    expect(findings.every(({ citations }) => citations.length > 0)).toBe(true);
    const received = findings.filter(({ citations }) =>
      citations.some(({ method }) => method === 'transcript'),
    );
    expect(received.map(({ label }) => label)).toEqual(received.map(() => 'ESTIMATED'));
  });
});

describe.skipIf(browserPath === null)('in a browser, the link', () => {
  const pageAt = async (url: string) => {
    const page = await browser?.newPage();
    if (page === undefined) throw new Error('no browser was found');
    await page.goto(url);
    return page;
  };

  it('into a web page scrolls to the words', async () => {
    const { link, locator } = citationIn('page');
    expect(locator).toMatchObject({ kind: 'section', anchor: 'notice' });
    const page = await pageAt(link);
    expect(await page.locator(':target').textContent()).toBe(sentence);
    expect(
      await page.locator(':target').evaluate((element) => element.getBoundingClientRect().top),
    ).toBeLessThan(720);
    expect(await page.evaluate('scrollY')).toBeGreaterThan(0);
    await page.close();
  });

  it('into a PDF opens the viewer at the page', async () => {
    const page = await pageAt(citationIn('lease.pdf').link);
    const viewer = () => page.frames().find((frame) => frame.url().startsWith('chrome-extension:'));
    await waitUntil(() => viewer() !== undefined);
    await expect.poll(() => viewer()?.locator('#pageSelector').inputValue()).toBe('2');
    await page.close();
  });

  it('into a photo shows the photo', async () => {
    const page = await pageAt(citationIn('lease.png').link);
    const width = await page
      .locator('img')
      .evaluate((element) => ('naturalWidth' in element ? element.naturalWidth : 0));
    expect(width).toBe(1020);
    await page.close();
  });

  const times: [string, number][] = [
    ['lease.wav', 2],
    ...(withFfmpeg ? [['tour.mp4', 3] satisfies [string, number]] : []),
  ];
  it.each(times)('into %s opens the player at the cited moment', async (name, seconds) => {
    const { link } = citationIn(name);
    const page = await pageAt(link);
    const moment = await waitUntil(() =>
      page.locator('video, audio').evaluate((element) => {
        const { played, currentTime } = Object(element);
        return Number(played.length > 0 ? played.start(0) : currentTime);
      }),
    );
    expect(moment).toBeGreaterThanOrEqual(seconds);
    expect(moment).toBeLessThan(seconds + 2.5);
    await page.close();
  });
});
