import type { JobFile, Limits } from '../job.ts';
import { ReadFailure } from '../model/errors.ts';
import type { SourceText } from '../model/source.ts';
import { unreadPlaces } from '../model/unread.ts';
import type { OpenedSource, PageLayout, Ports, Recognition, Transcriber, Vision } from '../ports.ts';
import { assemble } from './assemble.ts';
import { checkFileSize } from './file-size.ts';
import {
  type DocumentFormat,
  type FormatId,
  formats,
  holdsFiles,
  isRecording,
  recordings,
} from './formats.ts';
import { charsetIn } from './html/charset.ts';
import { hasPages, withPages } from './layout/with-pages.ts';
import { SandboxedLoader } from './loader.ts';
import { saidBeside } from './media/beside.ts';
import { type Recording, readRecording } from './media/recording.ts';
import { damagedPage, type Part, type SenderHints } from './part.ts';
import { type Fresh, readOnce } from './read-once.ts';
import type { RetainedFiles } from './retained-files.ts';
import { type ReaderPool, sharedReaders } from './sandbox/reader.ts';
import { sniff } from './sniff.ts';
import { described } from './vision/described.ts';

export { closeSharedPools as closeLoading } from '../sandbox/shared-pools.ts';
export { supportedExtensions } from './formats.ts';

/** Changes when the way parts become a source changes. */
const assemblyVersion = 2;

export type LoadOptions = {
  signal: AbortSignal;
  /** The file whose name marks it as the subtitles of this one. */
  beside?: JobFile | undefined;
  /** Called with the pages (or other parts) read so far. */
  onPages?: (pages: number) => void;
  /** The languages of pictures; by default those of the ports. */
  recognition?: Recognition | undefined;
  /** Keeps a file whose pages can be located again after the reading. */
  held?: RetainedFiles | undefined;
  /** The pool whose processes read the file; by default the engine's own. */
  pool?: ReaderPool;
};

export type LoadedSource = { sha256: string; content: SourceText };

/**
 * Downloads one file, reads it in a process that can be killed, and returns its text with the table of ranges. The
 * text is cached by content, reader and settings; a failure never is. Throws `ReadFailure` with a reason a user can
 * act on, or the signal's reason.
 */
export async function loadSource(
  file: JobFile,
  ports: Pick<Ports, 'openSource' | 'sourceCache' | 'transcriber' | 'vision' | 'layout' | 'recognition'>,
  limits: Limits,
  given: LoadOptions,
): Promise<LoadedSource> {
  const { recognition } = ports;
  const options = { ...given, recognition };
  const opened = await ports.openSource(file, options.signal);
  let held: RetainedFiles | undefined;
  try {
    checkFileSize(opened.bytes, limits.fileBytes);
    const { format, note } = await sniff(opened.path, file.name, opened.declaredType);
    const transcriber = isRecording(format) ? ports.transcriber : undefined;
    const vision = showsPictures(format) ? ports.vision : undefined;
    const layout = hasPages(format) ? ((await ports.layout?.()) ?? undefined) : undefined;
    const hints = hintsFor(format, opened.declaredType, vision);
    const beside = isRecording(format)
      ? await saidBeside(options.beside, ports.openSource, options.signal, (path) =>
          collected(partsOf({ path, hints: {} }, 'subtitles', limits, options)),
        )
      : null;
    const key = cacheKey(opened.sha256, format, [
      hints.charset,
      transcriber?.id,
      vision?.id,
      beside?.sha256,
      layout?.id,
      recognition?.languages.join('+'),
    ]);
    const { content, shared } = await readOnce(key, ports.sourceCache, options.signal, () =>
      isRecording(format)
        ? listen({ ...opened, format, beside: beside?.parts ?? [] }, { transcriber, vision }, limits, options)
        : read(opened, format, { hints, vision, layout }, limits, options),
    );
    if (shared) options.onPages?.(content.pages);
    if (content.pages > limits.pages) throw tooManyPages(content, limits);
    if (format === 'pdf') held = options.held;
    return { sha256: opened.sha256, content: note === null ? content : withNote(content, note) };
  } finally {
    await (held === undefined ? opened.close() : held.take(opened));
  }
}

async function listen(
  { path, bytes, format, beside }: Recording,
  { transcriber, vision }: { transcriber: Transcriber | undefined; vision: Vision | undefined },
  limits: Limits,
  options: LoadOptions,
): Promise<Fresh> {
  const { signal } = options;
  const eyes = {
    read: (picture: string) =>
      collected(partsOf({ path: picture, hints: vision ? { pictures: true } : {} }, 'jpeg', limits, options)),
    ...(vision && { describe: (parts: Part[]) => described(parts, vision, signal) }),
  };
  const recording = { path, bytes, format, beside };
  const { parts, ending, passing } = await readRecording(recording, transcriber, eyes, {
    signal,
    stepMs: limits.fileMs,
  });
  return { content: assemble(format, parts, ending), keep: passing === null };
}

async function read(
  opened: OpenedSource,
  format: DocumentFormat,
  {
    hints,
    vision,
    layout,
  }: { hints: SenderHints; vision: Vision | undefined; layout: PageLayout | undefined },
  limits: Limits,
  options: LoadOptions,
): Promise<Fresh> {
  const reading = partsOf({ path: opened.path, hints }, format, limits, options);
  const parts: Part[] = [];
  for (let next = await reading.next(); ; next = await reading.next()) {
    if (next.done) {
      const seen = vision && (await described(parts, vision, options.signal));
      const content = assemble(format, seen?.parts ?? parts, next.value);
      if (seen?.passing && !/\S/.test(content.text)) throw seen.passing;
      checkText(content);
      if (layout && content.countedAs === 'sections') {
        const document = { path: opened.path, format, parts, ending: next.value, content };
        return await withPages(document, layout, (pdf) => readLayout(pdf, limits, options), {
          signal: options.signal,
          ms: limits.fileMs,
        });
      }
      return { content, keep: !seen?.passing };
    }
    parts.push(next.value);
    if (next.value.locator.kind === 'page') options.onPages?.(next.value.locator.page);
  }
}

async function collected(parts: AsyncIterable<Part>): Promise<Part[]> {
  const all: Part[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

async function readLayout(pdf: string, limits: Limits, options: LoadOptions): Promise<SourceText> {
  const reading = partsOf({ path: pdf, hints: {} }, 'pdf', limits, options);
  const parts: Part[] = [];
  for (let next = await reading.next(); ; next = await reading.next()) {
    if (next.done) return assemble('pdf', parts, next.value);
    parts.push(next.value);
  }
}

function partsOf(
  file: { path: string; hints: SenderHints },
  format: DocumentFormat,
  limits: Limits,
  { pool, signal, recognition }: LoadOptions,
): ReturnType<SandboxedLoader['parts']> {
  const { fileMs, fileMemoryBytes: memoryBytes, fileCharacters: characters, pages } = limits;
  const hints = { ...file.hints, ...(recognition && { recognition }) };
  const task = { ...file, hints, format, fileMs, memoryBytes, pages, characters };
  return new SandboxedLoader(pool ?? sharedReaders(memoryBytes), task, signal).parts();
}

/** The sender's encoding decides how a web page is read, so it is part of the cache key. */
function hintsFor(
  format: FormatId,
  declaredType: string | undefined,
  vision: Vision | undefined,
): SenderHints {
  const charset = charsetIn(declaredType);
  return {
    ...(format === 'html' && charset !== undefined && { charset }),
    ...(vision && { pictures: true }),
  };
}

function showsPictures(format: FormatId): boolean {
  if (isRecording(format)) return recordings[format].pictures;
  return holdsFiles.has(format) || formats[format].mediaType.startsWith('image/');
}

function cacheKey(sha256: string, format: FormatId, settings: (string | undefined)[]): string {
  const reader = `${format}@${formats[format].version}.${assemblyVersion}`;
  return [sha256, reader, ...settings.filter((setting) => setting !== undefined)].join(':');
}

function checkText({ text, unread, pages, countedAs }: SourceText): void {
  if (/\S/.test(text)) return;
  const [first] = unreadPlaces(unread);
  if (first === undefined) {
    throw new ReadFailure('no_text', 'The file has no text at all. Check that it is the right file.');
  }
  if (unread.every(({ reason }) => reason === damagedPage)) {
    const message = 'None of its pages can be read: they are damaged. Download or export it again.';
    throw new ReadFailure('damaged', message);
  }
  const place = `${first.where}: ${first.reason}`;
  throw new ReadFailure(
    'no_text',
    countedAs === 'pages'
      ? `No words could be read on any of its ${pages} pages (${place}). Scan or photograph it again, sharper and upright.`
      : `The file has no visible text (${place}). Check that it is the right file.`,
  );
}

function tooManyPages(content: SourceText, limits: Limits): ReadFailure {
  return new ReadFailure(
    'too_many_pages',
    `It has ${content.pages} ${content.countedAs}, and a run may read ${limits.pages}. Split the file.`,
  );
}

function withNote(content: SourceText, message: string): SourceText {
  return { ...content, warnings: [...content.warnings, { code: 'type_differs', message }] };
}
