import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** The part of a file that one request asks for, in bytes. */
const rangeBytes = 128 * 1024;

/** Where `vite.config.ts` puts the files that pdf.js reads on demand. */
const home = `/page/pdfjs-${__PDFJS_VERSION__}/`;

/**
 * Opens a PDF of the service. Only the parts that shown pages need are fetched, and nothing in the file is executed:
 * scripts, forms and links of the PDF are left out.
 */
export function openPdf(file: string): { ready: Promise<PDFDocumentProxy>; close: () => void } {
  const task = getDocument({
    url: file,
    rangeChunkSize: rangeBytes,
    disableAutoFetch: true,
    disableStream: true,
    isEvalSupported: false,
    enableXfa: false,
    // A font that a PDF names without embedding has the widths of the standard fonts, not of the system's.
    useSystemFonts: false,
    // The page's policy forbids WebAssembly; pdf.js has a slower decoder without it.
    useWasm: false,
    wasmUrl: `${home}wasm/`,
    cMapUrl: `${home}cmaps/`,
    standardFontDataUrl: `${home}standard_fonts/`,
  });
  return { ready: task.promise, close: () => void task.destroy() };
}
