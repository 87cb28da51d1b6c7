import type { RunnableConfig } from '@langchain/core/runnables';
import type { JobFile, Limits } from '../job.ts';
import { ReadFailure } from '../model/errors.ts';
import type { SourceText } from '../model/source.ts';
import { unreadPlaces } from '../model/wording/unread.ts';
import type {
  CustomFileType,
  OpenedSource,
  PageLayout,
  Ports,
  SpokenSegment,
  Transcriber,
  Vision,
} from '../ports.ts';
import { asStep, type StepConfig } from '../runtime/step.ts';
import { assemble } from './assemble.ts';
import { CustomLoader, customTypeOf } from './custom-loader.ts';
import { type DocumentFormat, type FileFormat, isRecording } from './formats/format.ts';
import { documentFormat } from './formats/formats.ts';
import { sniff } from './formats/sniff.ts';
import { described } from './image/vision/described.ts';
import { withPages } from './layout/with-pages.ts';
import { loadParts, SandboxedLoader } from './loader.ts';
import { checkFileSize } from './local-files.ts';
import { speechBeside } from './media/beside.ts';
import { type Recording, RecordingLoader } from './media/recording.ts';
import { damagedPage, type Part, type SenderHints } from './part.ts';
import { type Fresh, readOnce } from './read-once.ts';
import { type ReaderPool, sharedReaders } from './sandbox/reader.ts';
import { charsetIn } from './web/charset.ts';

export { closeSharedPools as closeLoading } from '../sandbox/shared-pools.ts';

/**
 * Part of the cache key. Increase this version when `assemble` starts to build a different source from the same parts.
 */
const assemblyVersion = 2;

export type LoadOptions = {
  signal: AbortSignal;
  /** Callbacks, tags and metadata for the model calls that describe pictures. */
  config?: RunnableConfig | undefined;
  /** The file that, according to its name, contains the subtitles of the file to load. */
  beside?: JobFile | undefined;
  /** Called with the number of pages, or of other parts, read so far. */
  onPages?: (pages: number) => void;
  /**
   * Takes over the opened file if quotes can be located on its pages later. If `retain` is absent, the file is closed.
   */
  retain?: ((opened: OpenedSource) => Promise<void>) | undefined;
  /** The pool whose processes read the file; the engine's own pool when absent. */
  pool?: ReaderPool;
};

export type LoadPorts = Pick<
  Ports,
  'openSource' | 'sourceCache' | 'loaders' | 'transcriber' | 'vision' | 'layout' | 'recognition'
>;

export type LoadedSource = { sha256: string; content: SourceText };

/** One file on the local disk, and everything that is needed to read it. */
type Task = { opened: OpenedSource; ports: LoadPorts; limits: Limits; options: LoadOptions };

/**
 * Brings one file to the local disk, reads it and returns its text, with a table that says where in the file each range
 * of the text is. The file is read in a process that can be killed, unless a custom loader reads it. The text is cached
 * by content, reader and settings; failures are not cached. Throws a `ReadFailure` whose message tells the user what to
 * do, or the signal's reason.
 */
export async function loadSource(
  file: JobFile,
  ports: LoadPorts,
  limits: Limits,
  options: LoadOptions,
): Promise<LoadedSource> {
  const opened = await ports.openSource(file, options.signal);
  let retain: LoadOptions['retain'];
  try {
    checkFileSize(opened.bytes, limits.fileBytes);
    const task = { opened, ports, limits, options };
    const { key, read, note, isPaged } = await howToRead(file, task);
    const { content, shared } = await readOnce(key, ports.sourceCache, options.signal, read);
    if (shared) options.onPages?.(content.pages);
    if (content.pages > limits.pages) throw tooManyPages(content, limits);
    if (isPaged) ({ retain } = options);
    return { sha256: opened.sha256, content: note === null ? content : withNote(content, note) };
  } finally {
    await (retain === undefined ? opened.close() : retain(opened));
  }
}

/** How a file is read, and the key of its content in the cache. */
type HowToRead = { key: string; read: () => Promise<Fresh> };

/**
 * `note` is a warning that the file's name suggests another type, or null. `isPaged` is true if words can be located on
 * the file's pages.
 */
async function howToRead(
  file: JobFile,
  task: Task,
): Promise<HowToRead & { note: string | null; isPaged: boolean }> {
  const { opened, ports } = task;
  const custom = customTypeOf(file.name, ports.loaders ?? []);
  if (custom) return { ...customReading(task, file, custom), note: null, isPaged: false };
  const { format, note } = await sniff(opened.path, file.name, opened.declaredType);
  return { ...(await readingOf(task, format)), note, isPaged: format.id === 'pdf' };
}

function customReading({ opened, limits, options }: Task, file: JobFile, type: CustomFileType): HowToRead {
  return {
    key: cacheKey(opened.sha256, type, []),
    async read() {
      const { fileMs, fileCharacters: characters } = limits;
      const loader = type.open({ path: opened.path, name: file.name });
      const within = { signal: options.signal, fileMs, characters };
      const { parts, ending } = await loadParts(new CustomLoader(loader, within), pagesTo(options));
      const content = assemble(type, parts, ending);
      checkText(content);
      return { content, keep: true };
    },
  };
}

async function readingOf(task: Task, format: FileFormat): Promise<HowToRead> {
  const { opened, ports, options } = task;
  const transcriber = isRecording(format) ? ports.transcriber : undefined;
  const vision = showsPictures(format) ? ports.vision : undefined;
  const layout = isPrinted(format) ? ((await ports.layout?.()) ?? undefined) : undefined;
  const hints = hintsFor(format, opened.declaredType, vision);
  const beside = isRecording(format)
    ? await speechBeside(options.beside, ports.openSource, options.signal, (path) =>
        partsOf({ path, hints: {} }, documentFormat('subtitles'), task),
      )
    : null;
  const key = cacheKey(opened.sha256, format, [
    hints.charset,
    transcriber?.id,
    vision?.id,
    beside?.sha256,
    layout?.id,
    ports.recognition?.languages.join('+'),
  ]);
  return {
    key,
    read: () =>
      isRecording(format)
        ? listen(task, { format, beside: beside?.parts ?? [] }, { transcriber, vision })
        : read(task, format, { hints, vision, layout }),
  };
}

async function listen(
  task: Task,
  { format, beside }: Pick<Recording, 'format' | 'beside'>,
  { transcriber, vision }: { transcriber: Transcriber | undefined; vision: Vision | undefined },
): Promise<Fresh> {
  const { opened, limits, options } = task;
  const frameReader = {
    read: (picture: string) =>
      partsOf({ path: picture, hints: vision ? { pictures: true } : {} }, documentFormat('jpeg'), task),
    ...(vision && { describe: (parts: Part[]) => described(parts, vision, configOf(options)) }),
  };
  const recording = { path: opened.path, bytes: opened.bytes, format, beside };
  const times = { signal: options.signal, ms: limits.fileMs };
  const traced = transcriber && transcriptionSteps(transcriber, configOf(options));
  const loader = new RecordingLoader(recording, traced, frameReader, times);
  const { parts, ending } = await loadParts(loader);
  const content = assemble(format, parts, ending);
  return { content, keep: loader.passing === null };
}

async function read(
  task: Task,
  format: DocumentFormat,
  {
    hints,
    vision,
    layout,
  }: { hints: SenderHints; vision: Vision | undefined; layout: PageLayout | undefined },
): Promise<Fresh> {
  const { opened, limits, options } = task;
  const loader = loaderOf({ path: opened.path, hints }, format, task);
  const { parts, ending } = await loadParts(loader, pagesTo(options));
  const seen = vision && (await described(parts, vision, configOf(options)));
  const content = assemble(format, seen?.parts ?? parts, ending);
  if (seen?.passing && !/\S/.test(content.text)) throw seen.passing;
  checkText(content);
  if (layout && content.countedAs === 'sections') {
    const { path, sha256 } = opened;
    const document = { path, sha256, format, parts, ending, content };
    const readPdf = (pdf: string) => readLayout(pdf, task);
    return await withPages(document, layout, readPdf, { signal: options.signal, ms: limits.fileMs });
  }
  return { content, keep: !seen?.passing };
}

async function readLayout(pdf: string, task: Task): Promise<SourceText> {
  const format = documentFormat('pdf');
  const { parts, ending } = await loadParts(loaderOf({ path: pdf, hints: {} }, format, task));
  return assemble(format, parts, ending);
}

async function partsOf(
  file: { path: string; hints: SenderHints },
  format: DocumentFormat,
  task: Task,
): Promise<Part[]> {
  return (await loadParts(loaderOf(file, format, task))).parts;
}

function loaderOf(
  file: { path: string; hints: SenderHints },
  format: DocumentFormat,
  { ports: { recognition }, limits, options: { pool, signal } }: Task,
): SandboxedLoader {
  const { fileMs, fileMemoryBytes: memoryBytes, fileCharacters: characters, pages } = limits;
  const hints = { ...file.hints, ...(recognition && { recognition }) };
  const task = { ...file, hints, format: format.id, fileMs, memoryBytes, pages, characters };
  return new SandboxedLoader(pool ?? sharedReaders(memoryBytes), task, signal);
}

function pagesTo({ onPages }: LoadOptions): (part: Part) => void {
  return ({ locator }) => {
    if (locator.kind === 'page') onPages?.(locator.page);
  };
}

function configOf({ config, signal }: LoadOptions): StepConfig {
  return { ...config, signal };
}

/**
 * What the reader receives besides the file. The encoding that the sender declares changes how a web page is read, so
 * it is part of the cache key.
 */
function hintsFor(
  format: FileFormat,
  declaredType: string | undefined,
  vision: Vision | undefined,
): SenderHints {
  const charset = charsetIn(declaredType);
  return {
    ...(format.id === 'html' && charset !== undefined && { charset }),
    ...(vision && { pictures: true }),
  };
}

function showsPictures(format: FileFormat): boolean {
  return isRecording(format) ? format.recording.pictures : Boolean(format.holdsFiles || format.isPicture);
}

function isPrinted(format: FileFormat): boolean {
  return !isRecording(format) && format.isPrinted === true;
}

function cacheKey(
  sha256: string,
  { id, version }: { id: string; version: string },
  settings: (string | undefined)[],
): string {
  const reader = `${id}@${version}.${assemblyVersion}`;
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

/** The same transcriber, each of whose calls is a step that callbacks and traces show. */
function transcriptionSteps(transcriber: Transcriber, config: StepConfig): Transcriber {
  const shown = {
    name: 'transcription',
    input: { model: transcriber.model ?? 'unknown' },
    output: (segments: SpokenSegment[]) => ({ segments: segments.length }),
  };
  return {
    ...transcriber,
    transcribe: (recording, signal) =>
      asStep(shown, { ...config, signal }, () => transcriber.transcribe(recording, signal)),
  };
}
