/**
 * The formats read in a process that can be killed, by the id of their reader. A version changes when the reader's
 * text or ranges change.
 */
const documents = {
  pdf: { version: '5', mediaType: 'application/pdf', extensions: ['.pdf'] },
  docx: {
    version: '3',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['.docx', '.docm', '.dotx'],
  },
  odt: {
    version: '3',
    mediaType: 'application/vnd.oasis.opendocument.text',
    extensions: ['.odt', '.ott'],
  },
  doc: { version: '2', mediaType: 'application/msword', extensions: ['.doc', '.dot'] },
  rtf: { version: '3', mediaType: 'application/rtf', extensions: ['.rtf'] },
  html: { version: '3', mediaType: 'text/html', extensions: ['.html', '.htm', '.xhtml'] },
  markdown: { version: '2', mediaType: 'text/markdown', extensions: ['.md', '.markdown'] },
  text: { version: '2', mediaType: 'text/plain', extensions: ['.txt', '.text'] },
  csv: { version: '2', mediaType: 'text/csv', extensions: ['.csv', '.tsv'] },
  xlsx: {
    version: '3',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['.xlsx', '.xlsm'],
  },
  pptx: {
    version: '3',
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extensions: ['.pptx', '.pptm'],
  },
  ods: {
    version: '3',
    mediaType: 'application/vnd.oasis.opendocument.spreadsheet',
    extensions: ['.ods', '.ots'],
  },
  odp: {
    version: '3',
    mediaType: 'application/vnd.oasis.opendocument.presentation',
    extensions: ['.odp', '.otp'],
  },
  subtitles: { version: '1', mediaType: 'text/vtt', extensions: ['.srt', '.vtt'] },
  eml: { version: '4', mediaType: 'message/rfc822', extensions: ['.eml'] },
  msg: { version: '3', mediaType: 'application/vnd.ms-outlook', extensions: ['.msg'] },
  zip: { version: '3', mediaType: 'application/zip', extensions: ['.zip'] },
  jpeg: { version: '2', mediaType: 'image/jpeg', extensions: ['.jpg', '.jpeg'] },
  png: { version: '2', mediaType: 'image/png', extensions: ['.png'] },
  webp: { version: '2', mediaType: 'image/webp', extensions: ['.webp'] },
  avif: { version: '2', mediaType: 'image/avif', extensions: ['.avif'] },
  heic: { version: '1', mediaType: 'image/heic', extensions: ['.heic', '.heif', '.hif'] },
  tiff: { version: '2', mediaType: 'image/tiff', extensions: ['.tif', '.tiff'] },
  gif: { version: '2', mediaType: 'image/gif', extensions: ['.gif'] },
} as const;

/**
 * Recordings. Transcription endpoints accept `sendable` ones unchanged; those with `pictures` show more than their
 * speech.
 */
export const recordings = {
  mp3: { version: '1', mediaType: 'audio/mpeg', extensions: ['.mp3'], sendable: true, pictures: false },
  wav: { version: '1', mediaType: 'audio/wav', extensions: ['.wav'], sendable: true, pictures: false },
  m4a: { version: '1', mediaType: 'audio/mp4', extensions: ['.m4a'], sendable: true, pictures: false },
  ogg: {
    version: '1',
    mediaType: 'audio/ogg',
    extensions: ['.ogg', '.oga', '.opus'],
    sendable: true,
    pictures: false,
  },
  flac: { version: '1', mediaType: 'audio/flac', extensions: ['.flac'], sendable: true, pictures: false },
  mp4: { version: '2', mediaType: 'video/mp4', extensions: ['.mp4', '.m4v'], sendable: true, pictures: true },
  mov: { version: '2', mediaType: 'video/quicktime', extensions: ['.mov'], sendable: false, pictures: true },
  webm: {
    version: '2',
    mediaType: 'video/webm',
    extensions: ['.webm', '.mkv'],
    sendable: true,
    pictures: true,
  },
} as const;

/** Files that contain other files. */
export const holdsFiles: ReadonlySet<FormatId> = new Set(['zip', 'eml', 'msg']);

export const formats = { ...documents, ...recordings };

/** The formats that a child process reads by itself. */
export type DocumentFormat = keyof typeof documents;
/** The formats that need external programs and endpoints. */
export type RecordingFormat = keyof typeof recordings;
export type FormatId = DocumentFormat | RecordingFormat;

export const formatIds = [
  'pdf',
  'docx',
  'odt',
  'doc',
  'rtf',
  'html',
  'markdown',
  'text',
  'csv',
  'xlsx',
  'pptx',
  'ods',
  'odp',
  'subtitles',
  'eml',
  'msg',
  'zip',
  'jpeg',
  'png',
  'webp',
  'avif',
  'heic',
  'tiff',
  'gif',
  'mp3',
  'wav',
  'm4a',
  'ogg',
  'flac',
  'mp4',
  'mov',
  'webm',
] as const satisfies readonly FormatId[];

/** The supported file extensions, in lower case with their dot. */
export const supportedExtensions: readonly string[] = formatIds.flatMap((id) => formats[id].extensions);

/** The format of a file extension, or null. */
export function formatOfName(name: string): FormatId | null {
  const lower = name.toLowerCase();
  return formatIds.find((id) => formats[id].extensions.some((ending) => lower.endsWith(ending))) ?? null;
}

export function isRecording(format: FormatId): format is RecordingFormat {
  return format in recordings;
}
