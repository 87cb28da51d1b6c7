import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** The number of bytes that are fetched with one request. */
const rangeBytes = 128 * 1024;

/** Where `vite.config.ts` puts the files that pdf.js reads on demand. */
const home = `/page/pdfjs-${__PDFJS_VERSION__}/`;

/**
 * How many documents that are not displayed stay open, and for how long, in ms. The next finding often cites the same
 * document, which is then displayed without fetching it again.
 */
const mostIdle = 3;
const idleMs = 60_000;

/** The documents that are open but not displayed, the last displayed at the end. */
const idle: { file: string; task: PDFDocumentLoadingTask; timer: number }[] = [];

/**
 * Opens a PDF that the service stores, or returns it if it is still open. Only the parts of the file that the visible
 * pages need are fetched.
 */
export function openPdf(file: string): { ready: Promise<PDFDocumentProxy>; close: () => void } {
  const task = takeIdle(file) ?? loadPdf(file);
  return { ready: task.promise, close: () => keepIdle(file, task) };
}

function takeIdle(file: string): PDFDocumentLoadingTask | null {
  const at = idle.findIndex((one) => one.file === file);
  const [found] = at < 0 ? [] : idle.splice(at, 1);
  if (found === undefined) return null;
  clearTimeout(found.timer);
  return found.task;
}

function keepIdle(file: string, task: PDFDocumentLoadingTask): void {
  const drop = () => {
    const at = idle.findIndex((one) => one.task === task);
    if (at >= 0) idle.splice(at, 1);
    void task.destroy();
  };
  const timer = window.setTimeout(drop, idleMs);
  idle.push({ file, task, timer });
  // A document that could not be opened is opened again the next time.
  task.promise.catch(drop);
  if (idle.length > mostIdle) {
    const oldest = idle.shift();
    clearTimeout(oldest?.timer);
    void oldest?.task.destroy();
  }
}

/** Nothing in the file is executed: scripts, forms and links are left out. */
function loadPdf(file: string): PDFDocumentLoadingTask {
  return getDocument({
    url: file,
    rangeChunkSize: rangeBytes,
    disableAutoFetch: true,
    disableStream: true,
    isEvalSupported: false,
    enableXfa: false,
    // For a font that a PDF names but does not embed, pdf.js uses one of its standard fonts. A font of the system could
    // have letters of other widths.
    useSystemFonts: false,
    // The Content-Security-Policy of the dashboard forbids WebAssembly. Without WebAssembly, pdf.js uses a slower
    // decoder.
    useWasm: false,
    wasmUrl: `${home}wasm/`,
    cMapUrl: `${home}cmaps/`,
    standardFontDataUrl: `${home}standard_fonts/`,
  });
}
