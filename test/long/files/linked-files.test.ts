import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ReadFailure } from '../../../engine/model/errors.ts';
import type { PageLayout } from '../../../engine/ports.ts';
import { confinement } from '../../../engine/sandbox/confinement.ts';
import { loadPath } from '../../gate/engine/load/support/load-file.ts';
import { makeOdf } from '../../gate/engine/load/support/make-odf.ts';
import { makePng } from '../../gate/engine/load/support/make-png.ts';
import { pagesOfPdftotext } from '../../gate/engine/load/support/pdftotext.ts';
import { listening } from '../../support/listening.ts';
import { talk } from '../support/flat-odf.ts';
import { makeFolder } from '../support/folder.ts';
import {
  docx,
  framed,
  linkedSheet,
  odp,
  odt,
  own,
  picture,
  pptx,
  rtf,
  withParts,
} from '../support/linked-documents.ts';
import { saveAs } from '../support/office.ts';
import { areHere } from '../support/programs.ts';

const folder = makeFolder();
const programs = areHere('soffice', 'pdftotext');
const shut = confinement();
if (!shut.files)
  process.stderr.write('SKIPPED: this host has no namespaces to hide its files from LibreOffice\n');

const secret = 'swordfish';
const asked: string[] = [];
let server: Server;
let base = '';

/** The addresses of files of this machine that the documents name. */
const pictures = ['png', 'svg', 'pdf'];
const texts = ['txt', 'rtf', 'html', 'fodt'];
const path = (ending: string) => folder.path(`secret.${ending}`);
const url = (ending: string) => pathToFileURL(path(ending)).href;
const drawing = (href: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="50"><image width="200" height="50" xlink:href="${href}"/></svg>`;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(secret);
  });
  base = `http://127.0.0.1:${await listening(server)}`;
  folder.write('secret.png', makePng(40, 40));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50"><text x="5" y="30">${secret}</text></svg>`;
  folder.write('secret.svg', svg);
  folder.write('secret.txt', secret);
  folder.write('secret.rtf', `{\\rtf1 ${secret}}`);
  folder.write('secret.html', `<p>${secret}</p>`);
  folder.write('talk.fodp', talk());
  if (!programs) return;
  const odt = folder.write('secret.odt', makeOdf('text', `<text:p>${secret}</text:p>`));
  const saved = await saveAs(folder, 'pdf', [odt]);
  folder.write('secret.pdf', readFileSync(saved[0] ?? ''));
  folder.write('secret.fodt', readFileSync((await saveAs(folder, 'fodt', [odt]))[0] ?? ''));
}, 120_000);
afterAll(() => {
  server.close();
  folder.remove();
});

let savedDeck: Promise<string[]> | null = null;

async function deck(...given: Parameters<typeof pptx> extends [string, ...infer Rest] ? Rest : never) {
  savedDeck ??= saveAs(folder, 'pptx', [folder.path('talk.fodp')]);
  const [saved = ''] = await savedDeck;
  return await pptx(saved, ...given);
}

function packed(document: Uint8Array, parts: Record<string, string>) {
  return withParts(folder.write('packed.zip', document), parts);
}

/** Attacks by the extension of the document: each is a file of which only its own words may be shown. */
const attacks: Record<string, () => [name: string, content: string | Uint8Array | Promise<Uint8Array>][]> = {
  '.rtf': () => {
    const field = (code: string) => rtf(`{\\field{\\*\\fldinst {${code}}}{\\fldrslt old}}`);
    return [
      ...pictures.map((ending): [string, string] => [
        ending,
        field(`INCLUDEPICTURE "${path(ending)}" \\\\d`),
      ]),
      ['url', field(`INCLUDEPICTURE "${base}/a.png" \\\\d`)],
      ['address', field(`INCLUDEPICTURE "${url('svg')}" \\\\d`)],
      ['groups', field(`{INC}{LUDE}{PICTURE "${path('svg')}" \\\\d}`)],
      ['hex', field(`\\'49NCLUDEPICTURE "${path('svg')}" \\\\d`)],
      ['unmarked', rtf(`{\\field{\\fldinst INCLUDEPICTURE "${path('svg')}" \\\\d}{\\fldrslt old}}`)],
      ...texts.map((ending): [string, string] => [`text-${ending}`, field(`INCLUDETEXT "${path(ending)}"`)]),
      ['link', field(`LINK soffice "${path('txt')}" a \\\\t`)],
      ['dde', field(`DDEAUTO soffice "${path('fodt')}" a`)],
      ['template', rtf(`{\\*\\template ${path('rtf')}}`)],
      [
        'drawing',
        rtf(
          `{\\pict\\pngblip\\picwgoal4000\\pichgoal1000 ${Buffer.from(drawing(url('png'))).toString('hex')}}`,
        ),
      ],
      [
        'binary',
        rtf(
          `{\\pict\\pngblip\\picwgoal4000\\pichgoal1000\\bin${drawing(url('svg')).length} ${drawing(url('svg'))}}`,
        ),
      ],
      [
        'shape',
        rtf(
          `{\\shp{\\*\\shpinst\\shpleft0\\shptop0\\shpright4000\\shpbottom1000{\\sp{\\sn shapeType}{\\sv 75}}{\\sp{\\sn pibName}{\\sv ${path('svg')}}}{\\sp{\\sn pibFlags}{\\sv 2}}}}`,
        ),
      ],
    ];
  },
  '.docx': () => {
    const field = (code: string) =>
      docx(
        `<w:p><w:fldSimple w:instr='${code}'><w:r><w:t>old</w:t></w:r></w:fldSimple></w:p><w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>old</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
      );
    const linked = (target: string) => docx(picture('r:link'), { rels: [['image', target, true]] });
    return [
      ...pictures.map((ending): [string, Uint8Array] => [ending, linked(url(ending))]),
      ['path', linked(path('svg'))],
      ['url', linked(`${base}/a.png`)],
      ...pictures.map((ending): [string, Uint8Array] => [
        `field-${ending}`,
        field(`INCLUDEPICTURE "${path(ending)}" \\d`),
      ]),
      ...texts.map((ending): [string, Uint8Array] => [
        `text-${ending}`,
        field(`INCLUDETEXT "${path(ending)}"`),
      ]),
      ...['png', 'svg'].map((ending): [string, Uint8Array] => [
        `drawing-${ending}`,
        docx(picture('r:embed'), {
          rels: [['image', 'media/a.svg']],
          parts: { 'word/media/a.svg': drawing(url(ending)) },
        }),
      ]),
      [
        'part',
        docx('<w:altChunk r:id="r1"/>', {
          rels: [['aFChunk', 'a.rtf']],
          parts: {
            'word/a.rtf': rtf(
              `{\\field{\\*\\fldinst {INCLUDEPICTURE "${path('svg')}" \\\\d}}{\\fldrslt old}}`,
            ),
          },
        }),
      ],
      ['linked-part', docx('<w:altChunk r:id="r1"/>', { rels: [['aFChunk', url('rtf'), true]] })],
      ['sub-document', docx('<w:subDoc r:id="r1"/>', { rels: [['subDocument', url('fodt'), true]] })],
    ];
  },
  '.odt': () => [
    ...[...pictures.map(url), path('svg'), `${base}/a.png`].map((href, at): [string, Uint8Array] => [
      `picture-${at}`,
      odt(`<text:p>${framed(`<draw:image xlink:href="${href}" xlink:type="simple"/>`)}</text:p>`),
    ]),
    ...[...texts.map(url), `${base}/a.txt`].map((href, at): [string, Uint8Array] => [
      `section-${at}`,
      odt(
        `<text:section text:name="a"><text:section-source xlink:href="${href}" xlink:type="simple"/></text:section>`,
      ),
    ]),
    [
      'object',
      odt(`<text:p>${framed(`<draw:object xlink:href="${url('fodt')}" xlink:type="simple"/>`)}</text:p>`),
    ],
    [
      'frame',
      odt(
        `<text:p>${framed(`<draw:floating-frame xlink:href="${url('html')}" xlink:type="simple"/>`)}</text:p>`,
      ),
    ],
    [
      'dde',
      odt(
        `<text:section text:name="a"><office:dde-source office:dde-application="soffice" office:dde-topic="${path('fodt')}" office:dde-item="a"/></text:section>`,
      ),
    ],
    [
      'drawing',
      packed(
        odt(
          `<text:p>${framed('<draw:image xlink:href="Pictures/a.svg" xlink:type="simple"/>')}</text:p>`,
          '<manifest:file-entry manifest:full-path="Pictures/a.svg" manifest:media-type="image/svg+xml"/>',
        ),
        {
          'Pictures/a.svg': drawing(url('svg')),
        },
      ),
    ],
  ],
  '.pptx': () => [
    ...[...pictures.map(url), `${base}/a.png`].map((target, at): [string, Promise<Uint8Array>] => [
      `picture-${at}`,
      deck('r:link', [['image', target, true]]),
    ]),
    [
      'drawing',
      deck('r:embed', [['image', '../media/evil.svg']], { 'ppt/media/evil.svg': drawing(url('svg')) }),
    ],
  ],
  '.odp': () => [
    ...[...pictures.map(url), `${base}/a.png`].map((href, at): [string, Uint8Array] => [
      `picture-${at}`,
      odp(`<draw:image xlink:href="${href}" xlink:type="simple"/>`),
    ]),
    ['object', odp(`<draw:object xlink:href="${url('fodt')}" xlink:type="simple"/>`)],
  ],
};

/** With these files, LibreOffice writes DOC files that name them. */
async function docs(): Promise<string[]> {
  const odts = pictures.map((ending) =>
    folder.write(
      `doc-${ending}.odt`,
      odt(`<text:p>${framed(`<draw:image xlink:href="${url(ending)}" xlink:type="simple"/>`)}</text:p>`),
    ),
  );
  return await saveAs(folder, 'doc:MS Word 97', odts);
}

/** A PATH with every program but the one that creates namespaces. */
function withoutNamespaces(): string {
  const into = folder.path('programs');
  mkdirSync(into);
  for (const place of (process.env.PATH ?? '').split(':'))
    for (const name of namesIn(place)) {
      if (name === 'unshare') continue;
      try {
        symlinkSync(join(place, name), join(into, name));
      } catch {
        // An earlier folder of PATH has a program of this name.
      }
    }
  return into;
}

function namesIn(place: string): string[] {
  try {
    return readdirSync(place);
  } catch {
    return [];
  }
}

describe.skipIf(!programs).each([
  ['in a confined file system', true],
  ['without namespaces', false],
])('a document that names files of this machine, laid out %s', (_, confined) => {
  let layout: PageLayout | null = null;
  let close = () => {};

  beforeAll(async () => {
    if (!confined) vi.stubEnv('PATH', withoutNamespaces());
    vi.resetModules();
    const engine = await import('../../../engine/index.ts');
    close = engine.closeLoading;
    expect(engine.confinement().files).toBe(confined && shut.files);
    layout = await engine.libreOffice()();
  }, 60_000);
  afterAll(() => {
    close();
    vi.unstubAllEnvs();
  });

  /** The text of the pages, and whether a picture is on them. */
  async function shownOf(file: string, ending: string): Promise<{ text: string; hasPicture: boolean }> {
    if (layout === null) throw new Error('LibreOffice was not found');
    const isPresentation = ['.pptx', '.odp'].includes(ending);
    const read = async (pdf: string) => ({
      text: pagesOfPdftotext(pdf).join('\n'),
      hasPicture: readFileSync(pdf).includes('/Subtype/Image'),
    });
    const signal = new AbortController().signal;
    return await layout.pdfOf({ path: file, sha256: '', ending, isPresentation }, read, {
      signal,
      ms: 60_000,
    });
  }

  it.skipIf(confined && !shut.files).each(Object.keys(attacks))(
    'shows nothing of them, in the format %s',
    async (ending) => {
      for (const [name, content] of attacks[ending]?.() ?? []) {
        const file = folder.write(`${name}${confined}${ending}`, await content);
        const { text, hasPicture } = await shownOf(file, ending).catch((cause: unknown) => {
          throw new Error(`${name}${ending} could not be laid out`, { cause });
        });
        expect.soft(text, `${name}${ending}`).toContain(own);
        expect.soft(text, `${name}${ending}`).not.toContain(secret);
        // LibreOffice draws an empty frame as a picture.
        if (name !== 'frame') expect.soft(hasPicture, `${name}${ending} has a picture`).toBe(false);
      }
      expect(asked).toEqual([]);
    },
    400_000,
  );

  it.skipIf(confined && !shut.files)(
    'shows nothing of them, or is not opened, in the format .doc',
    async () => {
      for (const file of await docs()) {
        if (!confined) {
          await expect(shownOf(file, '.doc')).rejects.toThrow(/files of the server.*Save it as DOCX or PDF/);
          continue;
        }
        const { text, hasPicture } = await shownOf(file, '.doc');
        expect.soft(text, file).toContain(own);
        expect.soft(text, file).not.toContain(secret);
        expect.soft(hasPicture, file).toBe(false);
      }
    },
    120_000,
  );
});

describe('a file that names files of this machine and is not laid out', () => {
  const files: [name: string, content: () => string | Uint8Array][] = [
    [
      'page.html',
      () =>
        `<link rel=stylesheet href="${url('html')}"><style>@import "${base}/a.css"; @font-face { font-family: a; src: url(${base}/a.ttf) }</style><p>${own}</p><img src="${url('png')}"><iframe src="${url('html')}"></iframe><object data="${url('txt')}"></object><embed src="${base}/a">`,
    ],
    ['plan.svg', () => drawing(url('png'))],
    ['list.m3u8', () => `#EXTM3U\n#EXTINF:4,\n${path('txt')}\n${base}/a.ts\n${own}\n`],
    ['list.txt', () => `ffconcat version 1.0\nfile ${path('txt')}\nfile ${base}/a.ts\n${own}\n`],
    ['list.mpd', () => `<MPD><Period><BaseURL>${base}/a.mp4</BaseURL></Period></MPD>`],
    ['list.mp3', () => `ID3\nffconcat version 1.0\nfile ${path('txt')}\nfile ${base}/a.ts\n`],
    ['words.srt', () => `1\n00:00:01,000 --> 00:00:02,000\n<img src="${url('png')}"> ${own}\n`],
    [
      'words.vtt',
      () => `WEBVTT\n\nSTYLE\n::cue { background: url(${base}/a.png) }\n\n00:01.000 --> 00:02.000\n${own}\n`,
    ],
    ['sheet.xlsx', () => linkedSheet(url('txt'), `${base}/a`)],
  ];

  it.each(files)('shows nothing of them: %s', async (name, content) => {
    const read = loadPath(folder.write(name, content()));
    const text = await read.then(
      (file) => file.text,
      (error: unknown) => {
        if (error instanceof ReadFailure) return error.message;
        throw error;
      },
    );
    expect(text).not.toContain(secret);
    expect(asked).toEqual([]);
  });
});
