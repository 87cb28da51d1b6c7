import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Config } from '../../config.ts';
import { type Diagnosis, failing, orFail } from './diagnosis.ts';

const noNamespaces =
  'this host does not let this user create namespaces (Linux, package util-linux; see SECURITY.md)';

/** How long a program may take to print its version, in ms. LibreOffice takes seconds on a busy machine. */
const startMs = 20_000;

/** Describes how the processes that read untrusted files are isolated, and the programs that these files are given to. */
export async function readers(): Promise<Diagnosis> {
  const { confinement, unconfinedPrograms } = await import('../../../engine/index.ts');
  const { network, processes, files } = confinement();
  const shut = [...(network ? ['a network'] : []), ...(processes ? ['access to other processes'] : [])];
  const programs = files ? '; LibreOffice and ffmpeg see only the file that they open' : '';
  const open = [
    ...(network ? [] : ['reach the network']),
    ...(processes ? [] : ['see the memory and environment of other processes of this user']),
  ];
  return {
    is: `in separate processes, with limits on time and memory, without ${['settings', ...shut].join(', ')}${programs}`,
    notes: [
      ...open.map((what) => `these processes can ${what}: ${noNamespaces}`),
      ...(files ? [] : [`${unconfinedPrograms}: ${noNamespaces}`]),
    ],
  };
}

export async function recordings({ TRANSCRIPTION_MODEL }: Config): Promise<Diagnosis> {
  const notes = TRANSCRIPTION_MODEL === null ? ['set TRANSCRIPTION_MODEL to have them transcribed'] : [];
  const words =
    TRANSCRIPTION_MODEL === null ? 'only their subtitles are read' : `transcribed by ${TRANSCRIPTION_MODEL}`;
  const state = await stateOf('ffmpeg', ['-version']);
  if (state.is === 'broken') throw broken('ffmpeg', state.reason, 'ffmpeg');
  if (state.is === 'works') return { is: `${words}; ffmpeg is installed`, notes };
  return {
    is: words,
    notes: [...notes, 'install ffmpeg to read videos, long recordings and the subtitles inside recordings'],
  };
}

/** Reads a picture of a word, because the data of a language can be installed and damaged. */
export async function pictures({ OCR_LANGUAGES, VISION_MODEL }: Config): Promise<Diagnosis> {
  const { openRecognition } = await import('../../../engine/index.ts');
  const recognition = openRecognition(OCR_LANGUAGES) ?? undefined;
  const languages = OCR_LANGUAGES.length === 0 ? 'eng' : OCR_LANGUAGES.join(', ');
  const fix = `Install the packages @tesseract.js-data/… of ${languages} again, or correct OCR_LANGUAGES.`;
  const trial = readTrial('trial.png', await pictureOfWord(), { ...(recognition && { recognition }) });
  const { text } = await orFail(trial, `a picture could not be read in ${languages}`, fix);
  if (!/\S/.test(text)) throw failing(`a picture was read in ${languages}`, 'no word was recognised', fix);
  const read = `read in ${languages}`;
  if (VISION_MODEL !== null) return { is: `${read}; described by ${VISION_MODEL}` };
  return { is: read, notes: ['set VISION_MODEL to have photos without words described'] };
}

/** Lays out a document, because LibreOffice can be installed without the part that opens documents. */
export async function pages({ PAGE_LAYOUT }: Config): Promise<Diagnosis> {
  const without = 'DOCX, DOC, ODT and RTF are cited by heading and paragraph';
  if (PAGE_LAYOUT === 'off') return { is: `${without}: PAGE_LAYOUT is off` };
  const state = await stateOf('soffice', ['--version']);
  if (state.is === 'broken') throw broken('LibreOffice (soffice)', state.reason, 'libreoffice-writer');
  const { libreOffice } = await import('../../../engine/index.ts');
  const layout = state.is === 'works' ? await libreOffice()() : null;
  if (layout === null)
    return { is: without, notes: ['install LibreOffice (soffice) to have them cited by page'] };
  const { countedAs, warnings } = await readTrial('trial.rtf', '{\\rtf1 Proviso reads this.}', {
    layout: async () => layout,
  });
  if (countedAs === 'pages') return { is: layout.description };
  const reason = warnings.map(({ message }) => message).join(' ');
  throw broken(layout.description, reason, 'libreoffice-writer');
}

type Trial = Parameters<typeof import('../../../engine/index.ts')['tryReading']>[1];

async function readTrial(name: string, content: string | Buffer, ports: Trial) {
  const { closeLoading, tryReading } = await import('../../../engine/index.ts');
  const folder = await mkdtemp(join(tmpdir(), 'proviso-doctor-'));
  try {
    const path = join(folder, name);
    await writeFile(path, content);
    return await tryReading(path, ports, new AbortController().signal);
  } finally {
    closeLoading();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The word is drawn with the font of this package, because a machine can have no fonts. */
async function pictureOfWord(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const fonts = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json');
  const fontfile = join(dirname(fonts), 'ttf', 'DejaVuSans.ttf');
  const word = await sharp({ text: { text: 'Proviso 2026', font: 'DejaVu Sans', fontfile, dpi: 300 } })
    .png()
    .toBuffer();
  const white = { background: 'white' };
  return sharp(word)
    .flatten(white)
    .negate()
    .extend({ top: 40, bottom: 40, left: 40, right: 40, ...white })
    .png()
    .toBuffer();
}

type ProgramState = { is: 'works' | 'missing' } | { is: 'broken'; reason: string };

/** Distinguishes a program that is not installed from one that is installed and does not start. */
function stateOf(program: string, args: string[]): Promise<ProgramState> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: startMs, killSignal: 'SIGKILL' }, (error, _, messages) => {
      if (error === null) resolve({ is: 'works' });
      else if (error.code === 'ENOENT') resolve({ is: 'missing' });
      else
        resolve({ is: 'broken', reason: messages.trim() || `it ended with ${error.code ?? error.signal}` });
    });
  });
}

function broken(program: string, reason: string, debianPackage: string): Error {
  return failing(
    `${program} is installed but does not work`,
    reason,
    `Install it again (Debian package ${debianPackage}), or remove it from PATH to read files without it.`,
  );
}
