type ReportFormat = {
  mediaType: string;
  /** The file extensions of the format, without the dot. The first one is used in the names of downloads. */
  endings: readonly [string, ...string[]];
  /** The name of the format and what it is for, as people read it. */
  title: string;
  purpose: string;
  /** Whether the report shows the cited places, as pictures or with the text around the quotes. */
  showsPlaces: boolean;
};

/**
 * The file formats of reports, by name, first those for people. The option of the command line, the parameter of the API, its media types and
 * the documentation follow from this table. `render-report.ts` has the code of each format.
 */
export const reportFormats = {
  pdf: {
    mediaType: 'application/pdf',
    endings: ['pdf'],
    title: 'PDF',
    purpose: 'with bookmarks, page numbers, links and the cited places',
    showsPlaces: true,
  },
  html: {
    mediaType: 'text/html; charset=utf-8',
    endings: ['html', 'htm'],
    title: 'HTML',
    purpose: 'one file to read, send or print, with the cited places',
    showsPlaces: true,
  },
  docx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    endings: ['docx'],
    title: 'Word',
    purpose: 'to edit, with styles, a table of contents and the cited places',
    showsPlaces: true,
  },
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    endings: ['xlsx'],
    title: 'Excel',
    purpose: 'the decision, the findings, their details, the grid of rules and files, and the files',
    showsPlaces: false,
  },
  csv: {
    mediaType: 'text/csv; charset=utf-8; header=present',
    endings: ['csv'],
    title: 'CSV',
    purpose: 'a row for each finding',
    showsPlaces: false,
  },
  md: {
    mediaType: 'text/markdown; charset=utf-8',
    endings: ['md', 'markdown'],
    title: 'Markdown',
    purpose: 'for wikis, pull requests and notes',
    showsPlaces: false,
  },
  json: {
    mediaType: 'application/json',
    endings: ['json'],
    title: 'JSON',
    purpose: 'the result with all details, for programs',
    showsPlaces: false,
  },
  sarif: {
    mediaType: 'application/sarif+json',
    endings: ['sarif'],
    title: 'SARIF 2.1.0',
    purpose: 'for code scanning services',
    showsPlaces: false,
  },
  junit: {
    mediaType: 'application/xml',
    endings: ['xml'],
    title: 'JUnit XML',
    purpose: 'for build servers',
    showsPlaces: false,
  },
} as const satisfies Record<string, ReportFormat>;

export type ReportFormatName = keyof typeof reportFormats;

const isFormatName = (name: string): name is ReportFormatName => name in reportFormats;

export const reportFormatNames: readonly ReportFormatName[] = Object.keys(reportFormats).filter(isFormatName);
