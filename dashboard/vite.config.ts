import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const { version }: { version: string } = JSON.parse(readFileSync(join(pdfjs, 'package.json'), 'utf8'));

/**
 * The files that pdf.js loads only for documents that need them: character maps, standard fonts, and its decoder
 * without WebAssembly.
 */
const pdfjsFiles: Plugin = {
  name: 'pdfjs-files',
  apply: 'build',
  generateBundle() {
    for (const folder of ['cmaps', 'standard_fonts', 'wasm']) {
      for (const name of readdirSync(join(pdfjs, folder))) {
        if (name.endsWith('.wasm')) continue;
        const source = readFileSync(join(pdfjs, folder, name));
        this.emitFile({ type: 'asset', fileName: `page/pdfjs-${version}/${folder}/${name}`, source });
      }
    }
  },
};

/**
 * The dashboard is built into `dist/dashboard`, which the server serves at `/`. During development, the dashboard calls
 * a server on the default port.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), pdfjsFiles],
  define: { __PDFJS_VERSION__: JSON.stringify(version) },
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    // Not `assets`, the default, because the server serves uploaded files under `/assets`.
    assetsDir: 'page',
    // The page's security policy allows files of its own origin and nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/trpc': 'http://127.0.0.1:3000',
      '/v1': 'http://127.0.0.1:3000',
      '/assets': 'http://127.0.0.1:3000',
      '/docs': 'http://127.0.0.1:3000',
    },
  },
});
