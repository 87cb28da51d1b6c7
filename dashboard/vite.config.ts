import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Built beside the server, which serves it at `/`. During development, calls go to a server on its default port. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    // `/assets` belongs to uploaded files.
    assetsDir: 'page',
    // The page's security policy allows files of its own origin and nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/trpc': 'http://127.0.0.1:3000', '/docs': 'http://127.0.0.1:3000' } },
});
