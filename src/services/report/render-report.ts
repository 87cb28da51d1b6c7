import type { ReportFormatName } from './formats.ts';
import type { Report } from './report.ts';

/** The parts of a report in order. A format that is written in one piece has one part. */
export type ReportParts = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

type Render = (report: Report) => ReportParts | Promise<ReportParts>;

/** The module of each format is loaded on demand, so that the command line starts faster. */
const renderers: Record<ReportFormatName, Render> = {
  json: async (report) => [(await import('./formats/json.ts')).jsonReport(report)],
  md: async (report) => [(await import('./formats/markdown.ts')).renderMarkdown(report)],
  html: async (report) => (await import('./formats/html.ts')).htmlReport(report),
  pdf: async (report) => (await import('./formats/pdf.ts')).pdfReport(report),
  docx: async (report) => [await (await import('./formats/docx.ts')).docxReport(report)],
  xlsx: async (report) => [await (await import('./formats/xlsx.ts')).xlsxReport(report)],
  csv: async (report) => (await import('./formats/csv.ts')).csvReport(report),
  sarif: async (report) => [(await import('./formats/sarif.ts')).sarifReport(report)],
  junit: async (report) => (await import('./formats/junit.ts')).junitReport(report),
};

/** Writes a report in one of the formats. */
export async function renderReport(report: Report, format: ReportFormatName): Promise<ReportParts> {
  return renderers[format](report);
}
