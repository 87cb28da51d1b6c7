import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileKind } from '../engine/load/formats/format.ts';
import { fileFormats } from '../engine/load/formats/formats.ts';

const start = '<!-- file types: written by docs/make-file-types.ts -->';
const end = '<!-- end of file types -->';

/** Which location a citation of a file of each kind contains. */
const fileKinds: Record<FileKind, string> = {
  PDF: 'page, with its printed number; on scanned pages, the region',
  'E-mail, with its attachments': 'part of the message; attachment and its page or paragraph',
  'Archive, with the files in it': 'file and its page or paragraph',
  'Photo, scan': 'region of the picture, or metadata of the camera',
  'Word, OpenDocument, rich text':
    'heading and paragraph; page if the file records its page breaks or LibreOffice is installed',
  'Web page': 'heading and paragraph',
  'E-book': 'heading and paragraph',
  Spreadsheet: 'sheet and cells',
  'Table in text form': 'line',
  Presentation: 'slide',
  Recording: 'time; speech requires a transcription endpoint, pictures require `ffmpeg`',
  Subtitles: 'time',
  'Markdown, plain text': 'line',
};

/** The pages with a table of the supported file types. */
export const pages = ['README.md', 'docs/inputs.md'];

/** The text of a page, with its table of file types generated from the engine's list of formats. */
export function pageWithTable(root: string, page: string): string {
  const text = readFileSync(join(root, page), 'utf8');
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${page} has no place for the file types (${start} … ${end})`);
  const table = page === 'README.md' ? kindsTable() : typesTable();
  return `${text.slice(0, from)}${start}\n\n${table}\n\n${text.slice(to)}`;
}

export function writePages(root: string): void {
  for (const page of pages) writeFileSync(join(root, page), pageWithTable(root, page));
}

/** The table in the README: for each kind of file, its extensions and how it is cited. */
function kindsTable(): string {
  const rows = Object.entries(fileKinds).map(([kind, citedBy]) => {
    const own = fileFormats.filter((format) => format.kind === kind);
    return `| ${kind} | ${own.flatMap(({ extensions }) => extensions.map(code)).join(' ')} | ${citedBy} |`;
  });
  return ['| | Extensions | Cited by |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The table in docs/inputs.md: for each file type, its extensions and its media type. */
function typesTable(): string {
  const rows = fileFormats.map(
    ({ name, extensions, mediaType }) =>
      `| ${name.replace(/^an? /, '').replace(/^./, (letter) => letter.toUpperCase())} | ${extensions.map(code).join(' ')} | ${code(mediaType)} |`,
  );
  return ['| | Extensions | Media type |', '| --- | --- | --- |', ...rows].join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}
