/** Writes the tables of file types into README.md and docs/inputs.md: `npx tsx docs/make-file-types.ts` */
import { join } from 'node:path';
import { writePages } from './file-types.ts';

writePages(join(import.meta.dirname, '..'));
