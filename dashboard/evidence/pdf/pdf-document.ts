import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** The number of bytes that are fetched with one request. */
const rangeBytes = 128 * 1024;

/** Where `vite.config.ts` puts the files that pdf.js reads on demand. */
const home = `/page/pdfjs-${__PDFJS_VERSION__}/`;

/**
 * Opens a PDF that the service stores. Only the parts of the file that the visible pages need are fetched. Nothing in
 * the file is executed: scripts, forms and links are left out.
 */
export function openPdf(file: string): { ready: Promise<PDFDocumentProxy>; close: () => void } {
  const task = getDocument({
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
  return { ready: task.promise, close: () => void task.destroy() };
}
