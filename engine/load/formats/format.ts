import type { Reading } from '../part.ts';
import type { ReadingHints } from '../sandbox/reading-budget.ts';

/**
 * The bytes at the offset `at` (default 0) by which files of a type are recognised, written as Latin-1 text. If `and`
 * is set, a file must have the bytes in `and` too.
 */
export type Magic = { at?: number; bytes: string; and?: { at: number; bytes: string } };

/** How a document that is a ZIP archive is recognised. */
export type Packed = {
  /** A pattern for the name of a file that only archives of this type contain. */
  part?: RegExp;
  /** The content of the archive's file `mimetype`; in a template, the content is followed by `-template`. */
  mimetype?: string;
};

/** The kinds of files that the documentation lists. */
export type FileKind =
  | 'PDF'
  | 'E-mail, with its attachments'
  | 'Archive, with the files in it'
  | 'Photo, scan'
  | 'Word, OpenDocument, rich text'
  | 'Web page'
  | 'E-book'
  | 'Spreadsheet'
  | 'Table in text form'
  | 'Presentation'
  | 'Recording'
  | 'Subtitles'
  | 'Markdown, plain text';

type Described = {
  /** The name of the type's reader in sources and cache keys. */
  id: string;
  /** Change this version whenever the reader starts to return different text or ranges. */
  version: string;
  mediaType: string;
  /** In lower case, with the dot; the usual extension comes first. */
  extensions: readonly [string, ...string[]];
  /** What messages call a file of this type, with an article, such as "a PDF". */
  name: string;
  kind: FileKind;
  magic?: readonly Magic[];
  packed?: Packed;
  /** The name of a stream that only this type has inside an OLE compound file. */
  stream?: string;
};

/** A file type that a child process reads without external programs or endpoints. */
export type DocumentFormat = Described & {
  /**
   * Files of this type are plain text: only the name of a file distinguishes this type from other types of plain text.
   */
  isText?: true;
  /** Files of this type contain other files. */
  holdsFiles?: true;
  isPicture?: true;
  /** Documents of this type are printed on pages, but their files do not store what is on which page. */
  isPrinted?: true;
};

/** A file type that is read with external programs and endpoints. */
export type RecordingFormat = Described & {
  recording: {
    /** Transcription endpoints accept files of this type unchanged. */
    sendable: boolean;
    /** Files of this type contain pictures besides speech. */
    pictures: boolean;
    /** The only demuxer with which ffmpeg is allowed to open a file of this type. */
    demuxer: string;
  };
};

export type FileFormat = DocumentFormat | RecordingFormat;

/** What every type of file has: see `Described`. The usual extension comes first. */
export function described<const Id extends string>(
  id: Id,
  version: string,
  mediaType: string,
  name: string,
  ...extensions: [string, ...string[]]
) {
  return { id, version, mediaType, name, extensions };
}

/** The type of a file's content. `note` is a warning when the file's name suggests another type, else null. */
export type Sniffed = { format: FileFormat; note: string | null };

/** How the reader of a message or archive reads the files inside it. */
export type FilesInside = {
  sniff(path: string, name: string, declaredType?: string): Promise<Sniffed>;
  open(format: string, path: string, hints: ReadingHints): Promise<Reading>;
};

/** Whether the start of a file, given as Latin-1 text, matches at least one of `marks`. */
export function hasMagic(start: string, marks: readonly Magic[]): boolean {
  return marks.some(
    ({ at = 0, bytes, and }) =>
      start.startsWith(bytes, at) && (and === undefined || start.startsWith(and.bytes, and.at)),
  );
}

export function isRecording(format: FileFormat): format is RecordingFormat {
  return 'recording' in format;
}
