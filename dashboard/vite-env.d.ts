/// <reference types="vite/client" />

/** The version of pdf.js, set by `vite.config.ts`. */
declare const __PDFJS_VERSION__: string;
