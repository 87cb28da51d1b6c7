/** What can be read, by the id of its reader. A version changes when the reader's text or ranges change. */
export const formats = {
  pdf: { version: '2', mediaType: 'application/pdf', extensions: ['.pdf'] },
  docx: {
    version: '1',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['.docx', '.docm', '.dotx'],
  },
  html: { version: '1', mediaType: 'text/html', extensions: ['.html', '.htm', '.xhtml'] },
  markdown: { version: '1', mediaType: 'text/markdown', extensions: ['.md', '.markdown'] },
  text: { version: '1', mediaType: 'text/plain', extensions: ['.txt', '.text'] },
  csv: { version: '1', mediaType: 'text/csv', extensions: ['.csv', '.tsv'] },
  xlsx: {
    version: '1',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['.xlsx', '.xlsm'],
  },
  pptx: {
    version: '1',
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extensions: ['.pptx', '.pptm'],
  },
  subtitles: { version: '1', mediaType: 'text/vtt', extensions: ['.srt', '.vtt'] },
  jpeg: { version: '1', mediaType: 'image/jpeg', extensions: ['.jpg', '.jpeg'] },
  png: { version: '1', mediaType: 'image/png', extensions: ['.png'] },
  webp: { version: '1', mediaType: 'image/webp', extensions: ['.webp'] },
  avif: { version: '1', mediaType: 'image/avif', extensions: ['.avif'] },
  tiff: { version: '1', mediaType: 'image/tiff', extensions: ['.tif', '.tiff'] },
  gif: { version: '1', mediaType: 'image/gif', extensions: ['.gif'] },
} as const;

export type FormatId = keyof typeof formats;

export const formatIds = [
  'pdf',
  'docx',
  'html',
  'markdown',
  'text',
  'csv',
  'xlsx',
  'pptx',
  'subtitles',
  'jpeg',
  'png',
  'webp',
  'avif',
  'tiff',
  'gif',
] as const satisfies readonly FormatId[];

/** The file name endings that are read, in lower case with their dot. */
export const supportedExtensions: readonly string[] = formatIds.flatMap((id) => formats[id].extensions);

/** The format that a file's name ends in, or null. */
export function formatOfName(name: string): FormatId | null {
  const lower = name.toLowerCase();
  return formatIds.find((id) => formats[id].extensions.some((ending) => lower.endsWith(ending))) ?? null;
}
