import { type DocumentFormat, described } from './format.ts';

const openXml = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

const word = {
  kind: 'Word, OpenDocument, rich text',
  isPrinted: true,
} as const satisfies Partial<DocumentFormat>;
const picture = { kind: 'Photo, scan', isPicture: true } as const satisfies Partial<DocumentFormat>;

/**
 * Every supported type of document. Detection, media types and documentation are derived from these records; the
 * readers of the types are in `readers.ts`.
 */
export const documentFormats = [
  {
    ...described('pdf', '7', 'application/pdf', 'a PDF', '.pdf'),
    kind: 'PDF',
    magic: [{ bytes: '%PDF-' }],
  },
  {
    ...described(
      'docx',
      '5',
      `${openXml}.wordprocessingml.document`,
      'a Word document',
      '.docx',
      '.docm',
      '.dotx',
    ),
    ...word,
    packed: { part: /^word\/document\d*\.xml$/ },
  },
  {
    ...described('odt', '5', `${openDocument}.text`, 'an OpenDocument text', '.odt', '.ott'),
    ...word,
    packed: { mimetype: `${openDocument}.text` },
  },
  {
    ...described('doc', '2', 'application/msword', 'an old Word document (DOC)', '.doc', '.dot'),
    ...word,
    stream: 'WordDocument',
  },
  {
    ...described('rtf', '5', 'application/rtf', 'rich text (RTF)', '.rtf'),
    ...word,
    magic: [{ bytes: '{\\rtf' }],
  },
  {
    ...described('html', '6', 'text/html', 'an HTML page', '.html', '.htm', '.xhtml'),
    kind: 'Web page',
  },
  {
    ...described('mht', '2', 'multipart/related', 'a web page in one file (MHTML)', '.mht', '.mhtml'),
    kind: 'Web page',
    isText: true,
  },
  {
    ...described('epub', '3', 'application/epub+zip', 'an e-book (EPUB)', '.epub'),
    kind: 'E-book',
    packed: { mimetype: 'application/epub+zip' },
  },
  {
    ...described('markdown', '3', 'text/markdown', 'Markdown', '.md', '.markdown'),
    kind: 'Markdown, plain text',
    isText: true,
  },
  {
    ...described('text', '4', 'text/plain', 'plain text', '.txt', '.text'),
    kind: 'Markdown, plain text',
    isText: true,
  },
  {
    ...described('csv', '3', 'text/csv', 'a table of text', '.csv', '.tsv'),
    kind: 'Table in text form',
    isText: true,
  },
  {
    ...described('xlsx', '5', `${openXml}.spreadsheetml.sheet`, 'a spreadsheet', '.xlsx', '.xlsm'),
    kind: 'Spreadsheet',
    packed: { part: /^xl\/workbook\.xml$/ },
  },
  {
    ...described('pptx', '5', `${openXml}.presentationml.presentation`, 'a presentation', '.pptx', '.pptm'),
    kind: 'Presentation',
    packed: { part: /^ppt\/presentation\.xml$/ },
  },
  {
    ...described('ods', '5', `${openDocument}.spreadsheet`, 'an OpenDocument spreadsheet', '.ods', '.ots'),
    kind: 'Spreadsheet',
    packed: { mimetype: `${openDocument}.spreadsheet` },
  },
  {
    ...described('odp', '5', `${openDocument}.presentation`, 'an OpenDocument presentation', '.odp', '.otp'),
    kind: 'Presentation',
    packed: { mimetype: `${openDocument}.presentation` },
  },
  {
    ...described('subtitles', '2', 'text/vtt', 'subtitles', '.srt', '.vtt'),
    kind: 'Subtitles',
    isText: true,
  },
  {
    ...described('eml', '6', 'message/rfc822', 'an e-mail message', '.eml'),
    kind: 'E-mail, with its attachments',
    isText: true,
    holdsFiles: true,
  },
  {
    ...described('msg', '5', 'application/vnd.ms-outlook', 'an Outlook message', '.msg'),
    kind: 'E-mail, with its attachments',
    stream: '__properties_version1.0',
    holdsFiles: true,
  },
  {
    ...described('zip', '5', 'application/zip', 'a ZIP archive', '.zip'),
    kind: 'Archive, with the files in it',
    holdsFiles: true,
  },
  {
    ...described('jpeg', '2', 'image/jpeg', 'a JPEG picture', '.jpg', '.jpeg'),
    ...picture,
    magic: [{ bytes: '\xff\xd8\xff' }],
  },
  {
    ...described('png', '2', 'image/png', 'a PNG picture', '.png'),
    ...picture,
    magic: [{ bytes: '\x89PNG' }],
  },
  {
    ...described('webp', '2', 'image/webp', 'a WebP picture', '.webp'),
    ...picture,
    magic: [{ bytes: 'RIFF', and: { at: 8, bytes: 'WEBP' } }],
  },
  {
    ...described('avif', '2', 'image/avif', 'an AVIF picture', '.avif'),
    ...picture,
    magic: [{ at: 4, bytes: 'ftypavi' }],
  },
  {
    ...described('heic', '1', 'image/heic', 'a HEIC picture', '.heic', '.heif', '.hif'),
    ...picture,
  },
  {
    ...described('tiff', '2', 'image/tiff', 'a TIFF picture', '.tif', '.tiff'),
    ...picture,
    magic: [{ bytes: 'II*\0' }, { bytes: 'MM\0*' }],
  },
  {
    ...described('gif', '2', 'image/gif', 'a GIF picture', '.gif'),
    ...picture,
    magic: [{ bytes: 'GIF8' }],
  },
] as const satisfies readonly DocumentFormat[];

export type DocumentFormatId = (typeof documentFormats)[number]['id'];
