import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join, sep } from 'node:path';
import { parseHTML } from 'linkedom';
import { fromBuffer } from 'yauzl';

/**
 * The text of a file, extracted with parsers that the engine does not use: by pages, by lines, or as one text if the
 * format has neither.
 */
export type Reread =
  | { kind: 'pages'; pages: string[] }
  | { kind: 'lines'; lines: string[] }
  | { kind: 'whole'; text: string };

/**
 * Reads a file with a parser that the engine does not use; null for a format without such a parser. Throws the parser's
 * error if the file is damaged.
 */
export async function reread(path: string): Promise<Reread | null> {
  const bytes = await readFile(path);
  switch (extname(path).toLowerCase()) {
    case '.pdf':
      return { kind: 'pages', pages: await pdfPages(bytes) };
    case '.docx':
      return { kind: 'whole', text: wordsOfMarkup(await archived(bytes, 'word/document.xml')) };
    case '.html':
    case '.htm':
      return {
        kind: 'whole',
        text: parseHTML(bytes.toString('utf8')).document.documentElement.textContent ?? '',
      };
    case '.txt':
    case '.text':
    case '.md':
    case '.markdown':
      return { kind: 'lines', lines: bytes.toString('utf8').split('\n') };
    default:
      return null;
  }
}

/**
 * Separates the two texts of a page (see `pdfPages`). No quote contains this separator, so no quote is found across
 * both texts.
 */
const betweenReadings = '\n\u241e\n';

/**
 * Reads PDFs with pdf.js, because the engine uses PDFium. The text of each page is returned twice: in the order in
 * which it is drawn, and in the order of the lines.
 */
async function pdfPages(bytes: Buffer): Promise<string[]> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    standardFontDataUrl: join(home, 'standard_fonts') + sep,
    cMapUrl: join(home, 'cmaps') + sep,
    useWorkerFetch: false,
    isEvalSupported: false,
  });
  const document = await task.promise;
  const pages: string[] = [];
  try {
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent();
      const pieces = items.flatMap((item) => ('str' in item ? [pieceOf(item)] : []));
      const drawn = pieces.map(({ text }) => text).join('\n');
      const seen = [...pieces]
        .sort(byPlace)
        .map(({ text }) => text)
        .join('\n');
      pages.push(`${drawn}${betweenReadings}${seen}`);
    }
  } finally {
    await task.destroy();
  }
  return pages;
}

type Piece = { text: string; x: number; y: number };

function pieceOf({ str, transform }: { str: string; transform: unknown[] }): Piece {
  const [x = 0, y = 0] = transform.slice(4).map(Number);
  return { text: str, x, y };
}

/** Pieces of text whose baselines are at most about this many points apart count as one line. */
const sameLine = 2;

function byPlace(one: Piece, other: Piece): number {
  const above = Math.round(other.y / sameLine) - Math.round(one.y / sameLine);
  return above === 0 ? one.x - other.x : above;
}

function wordsOfMarkup(xml: string): string {
  return (xml.match(/<w:t[ >][\s\S]*?<\/w:t>/g) ?? [])
    .map((run) => run.replace(/<[^>]*>/g, ''))
    .join('')
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '');
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function archived(bytes: Buffer, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, archive) => {
      if (error) return reject(error);
      archive.on('error', reject);
      archive.on('end', () => reject(new Error(`the archive does not contain ${name}`)));
      archive.on('entry', (entry) => {
        if (entry.fileName !== name) return archive.readEntry();
        archive.openReadStream(entry, (failure, stream) => {
          if (failure) return reject(failure);
          const parts: Buffer[] = [];
          stream.on('data', (part: Buffer) => parts.push(part));
          stream.on('error', reject);
          stream.on('end', () => resolve(Buffer.concat(parts).toString('utf8')));
        });
      });
      archive.readEntry();
    });
  });
}
