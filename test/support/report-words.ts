import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { fromBuffer } from 'yauzl';
import type { ReportFormatName } from '../../src/services/report/formats.ts';
import { renderReport } from '../../src/services/report/render-report.ts';
import type { Report } from '../../src/services/report/report.ts';
import { bytesOf } from './reports.ts';

/** The text of a report as its reader sees it, or the whole file of a text format. */
export async function wordsOf(report: Report, format: ReportFormatName): Promise<string> {
  const bytes = await bytesOf(renderReport(report, format));
  if (format === 'pdf') return pdfText(bytes);
  if (format !== 'docx' && format !== 'xlsx') return bytes.toString('utf8');
  const parts = await zipParts(bytes);
  return [...parts.values()]
    .join('\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}

/** The files in an office file, by name. */
export function zipParts(bytes: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      const parts: Promise<[string, Buffer]>[] = [];
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, (failure, stream) => {
          if (failure) return reject(failure);
          parts.push(bytesOf(stream).then((part) => [entry.fileName, part]));
          zip.readEntry();
        });
      });
      zip.on('end', () => resolve(Promise.all(parts).then((all) => new Map(all))));
      zip.readEntry();
    });
  });
}

async function pdfText(bytes: Buffer): Promise<string> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const words: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    words.push(...items.map((item) => ('str' in item ? item.str : '')));
  }
  await pdf.destroy();
  return words.join('');
}
