/** Writes the API reference, which the service serves at /docs, to `dist/reference`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { documentedApi } from './document.ts';
import { referencePage } from './page.ts';
import { style } from './style.ts';

const folder = 'dist/reference';
mkdirSync(folder, { recursive: true });
writeFileSync(
  `${folder}/index.html`,
  referencePage(documentedApi.parse(JSON.parse(readFileSync('openapi.json', 'utf8')))),
);
writeFileSync(`${folder}/style.css`, style);
