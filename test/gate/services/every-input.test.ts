import { Readable } from 'node:stream';
import PptxGenJS from 'pptxgenjs';
import { afterAll, describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { closeLoading } from '../../../engine/index.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import type { MediaFileType, NewProjectFile } from '../../../src/domain/project.ts';
import { startRunWorker } from '../../../src/services/runs/run-worker.ts';
import { endpointTranscriber } from '../../../src/sources/transcriber.ts';
import { startModelServer } from '../../support/model-server/model-server.ts';
import { owner } from '../../support/records.ts';
import { startService, workerDependenciesOf } from '../../support/service.ts';
import { waitUntil } from '../../support/wait.ts';
import { chapter, makeEpub } from '../engine/load/support/make-epub.ts';
import { makePdf } from '../engine/load/support/make-pdf.ts';
import { pictureOf } from '../engine/load/support/make-photo.ts';
import { makeWav } from '../engine/load/support/make-sound.ts';
import { makeDocx, makeZip, paragraph } from '../engine/load/support/make-zip.ts';

const sentence = 'The tenant shall give notice of at least three months before leaving.';
const Deck = 'default' in PptxGenJS ? PptxGenJS.default : PptxGenJS;

const under = await startService();
const segments = [
  { start: 0, end: 2, text: 'Good morning.' },
  { start: 2, end: 4.5, text: sentence },
];
const server = await startModelServer({ transcribe: () => ({ text: sentence, segments }) });
const transcriber = endpointTranscriber({
  model: 'm',
  baseUrl: server.url,
  apiKey: null,
  timeoutMs: 100_000,
});
const worker = startRunWorker(workerDependenciesOf(under, { transcriber }), {
  concurrency: 1,
  idleMs: 50,
});
afterAll(async () => {
  await worker.stop();
  closeLoading();
  await server.close();
  await under.close();
});

async function slides(): Promise<Uint8Array> {
  const deck = new Deck();
  deck.addSlide().addText('Welcome', { x: 1, y: 1 });
  deck.addSlide().addText(sentence, { x: 1, y: 1 });
  const bytes = await deck.write({ outputType: 'nodebuffer' });
  if (!Buffer.isBuffer(bytes)) throw new Error('PptxGenJS must write a buffer');
  return bytes;
}

const sheet = () => writeExcelFile([[{ value: 'These clauses hold.' }], [{ value: sentence }]]).toBuffer();
const pdf = () => makePdf([[{ text: 'Cover.', y: 700 }], [{ text: sentence, y: 700 }]]);
const mail = `From: a@example.org\r\nSubject: Notice\r\nContent-Type: text/plain\r\n\r\nDear all.\r\n\r\n${sentence}\r\n`;

const inputs: [
  name: string,
  type: MediaFileType,
  make: () => Promise<Uint8Array> | Uint8Array,
  locator: object,
  fragment: RegExp,
][] = [
  ['lease.pdf', 'document', pdf, { kind: 'page', page: 2 }, /#page=2$/],
  [
    'lease.docx',
    'document',
    () => makeDocx(paragraph('Lease.') + paragraph(sentence)),
    { kind: 'section', paragraph: 2 },
    /[^#]$/,
  ],
  [
    'lease.md',
    'document',
    () => Buffer.from(`# Lease\n\n${sentence}\n`),
    { kind: 'lines', from: 3, to: 3 },
    /#L3$/,
  ],
  [
    'lease.html',
    'document',
    () => Buffer.from(`<html><body><p id="exit">${sentence}</p></body></html>`),
    { kind: 'section', anchor: 'exit' },
    /#exit$/,
  ],
  [
    'lease.epub',
    'document',
    () => makeEpub([{ href: 'one.xhtml', content: chapter(`<h1>Exit</h1><p>${sentence}</p>`) }], [0]),
    { kind: 'section', heading: 'Exit', paragraph: 1 },
    /[^#]$/,
  ],
  ['lease.xlsx', 'document', sheet, { kind: 'cell', range: 'A2' }, /A2$/],
  ['lease.pptx', 'document', slides, { kind: 'slide', slide: 2 }, /[^#]$/],
  ['lease.eml', 'document', () => Buffer.from(mail), { kind: 'message', part: 'body, paragraph 2' }, /[^#]$/],
  [
    'lease.zip',
    'document',
    () => makeZip([{ name: 'a.md', content: sentence }]),
    { kind: 'message', part: 'a.md, line 1' },
    /[^#]$/,
  ],
  [
    'lease.png',
    'photo',
    () => pictureOf([{ text: sentence, y: 500, size: 14 }], 120),
    { kind: 'region' },
    /#xywh=percent:/,
  ],
  ['lease.wav', 'audio', () => makeWav(5), { kind: 'time', startMs: 2000, endMs: 4500 }, /#t=2$/],
];

describe('a check of a project with every kind of input', () => {
  it('cites the words in each input, with the correct locator and link', { timeout: 240_000 }, async () => {
    const files: NewProjectFile[] = [];
    for (const [name, type, make] of inputs) {
      const bytes = await make();
      const body = Readable.from([Buffer.from(bytes)]);
      const { url } = await under.assets.put({ owner: owner.userId, name, maxBytes: bytes.length, body });
      files.push({ name, type, url });
    }
    const rules = [{ name: 'Notice', description: sentence }];
    const politics = await under.services.politics.create(owner, { name: 'n', description: 'd', rules });
    const fields = { name: 'n', description: 'd', politicsId: politics._id, files, scope: 'each' as const };
    const project = await under.services.projects.create(owner, fields);
    await under.services.projects.update(owner, project._id, { status: 'deploying' });
    const view = () => under.services.projects.view(owner, project._id);
    await waitUntil(async () => (await view()).project.status !== 'deploying', { upTo: 200_000 });
    expect((await view()).project.status).toBe('completed');
    const page = { page: 1, pageSize: 100 };
    const { items } = await under.services.findings.list(owner, { projectId: project._id, ...page });
    const findings: Finding[] = items;
    expect(findings).toHaveLength(inputs.length);
    for (const [name, , , locator, fragment] of inputs) {
      const found = findings.find(({ subject }) => subject.kind === 'file' && subject.name === name);
      const citation = found?.citations[0];
      expect(citation, name).toMatchObject({ locator, source: { name } });
      expect(citation?.quote.replace(/\s+/g, ' '), name).toContain('three months before leaving');
      expect(citation?.link, name).toMatch(fragment);
    }
    const labelOf = (file: string) =>
      findings.find(({ subject }) => subject.kind === 'file' && subject.name === file)?.label;
    expect(labelOf('lease.wav')).toBe('ESTIMATED');
  });
});
