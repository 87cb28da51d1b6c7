import type { Result } from '../../../engine/model/result.ts';
import type { ReportOptions } from './markdown-finding.ts';

type ReportFormat = {
  mediaType: string;
  /** The file extension, without the dot. */
  ending: string;
  render(result: Result, options: ReportOptions): string | Promise<string>;
};

/** The file formats in which the service and the command line can return a result, by name. */
export const reportFormats = {
  json: {
    mediaType: 'application/json',
    ending: 'json',
    render: (result) => `${JSON.stringify(result, null, 2)}\n`,
  },
  md: {
    mediaType: 'text/markdown; charset=utf-8',
    ending: 'md',
    // The module is loaded on demand, so that the command line starts faster.
    render: async (result, options) => (await import('./markdown.ts')).renderMarkdown(result, options),
  },
} as const satisfies Record<string, ReportFormat>;

export type ReportFormatName = keyof typeof reportFormats;

export const reportFormatNames = ['json', 'md'] as const satisfies readonly ReportFormatName[];
