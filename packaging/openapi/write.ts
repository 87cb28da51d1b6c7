import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { openApiDocument } from './document.ts';

const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')));
writeFileSync('openapi.json', `${JSON.stringify(openApiDocument(version), null, 2)}\n`);
