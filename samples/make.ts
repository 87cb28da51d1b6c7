/**
 * Makes the sample set from the texts in `source/`. The PDFs come out the same byte for byte; the Word file
 * does not, which is why all of them are committed and this runs only when a text has changed:
 *
 *   npx tsx samples/make.ts
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { makeDocx } from './source/docx.ts';
import { type Block, readBlocks } from './source/markup.ts';
import { makePdf } from './source/pdf.ts';

const madeAt = new Date('2026-02-03T09:00:00Z');
const author = 'Harrow & Vale Distribution plc';

await writeFile(
  here('agreement.pdf'),
  await makePdf(await blocksOf('agreement.md'), {
    title: 'Master Services Agreement',
    author,
    cover: [
      'Master Services Agreement',
      'for a hosted warehouse management platform',
      'between',
      'Harrow & Vale Distribution plc',
      'and',
      'Northmere Systems Limited',
      'dated 3 February 2026',
      'Tender reference HV-PR-2025-031',
    ],
    header: { left: 'Master Services Agreement', right: 'Harrow & Vale / Northmere' },
    footer: 'HV-PR-2025-031. Confidential',
    madeAt,
  }),
);

await writeFile(
  here('policy.pdf'),
  await makePdf(await blocksOf('policy.md'), {
    title: 'Procurement and Supplier Security Policy',
    author,
    cover: null,
    header: {
      left: 'Procurement and Supplier Security Policy',
      right: 'Version 3.2, valid from 1 January 2026',
    },
    footer: 'Harrow & Vale Distribution plc. Internal',
    madeAt,
  }),
);

await writeFile(
  here('annex-b.docx'),
  await makeDocx(await blocksOf('annex-b.md'), {
    title: 'Annex B: Data Protection and Security',
    author,
    footer: 'Annex B to the Master Services Agreement',
  }),
);

async function blocksOf(name: string): Promise<Block[]> {
  return readBlocks(await readFile(here(`source/${name}`), 'utf8'));
}

function here(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
