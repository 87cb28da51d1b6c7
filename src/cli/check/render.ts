import { dirname, isAbsolute, relative } from 'node:path';
import type { Result } from '../../../engine/model/result.ts';
import type { Format } from './options.ts';

export type Look = { width: number; color: boolean; out: string | undefined };

/** The result in the format asked for, ending with a line break. */
export async function render(result: Result, format: Format, look: Look): Promise<string> {
  switch (format) {
    case 'json':
      return `${JSON.stringify(result, null, 2)}\n`;
    case 'md': {
      const { renderMarkdown } = await import('../render/markdown/report.ts');
      return renderMarkdown(result, { linkFrom: (link) => linkFrom(look.out, link) });
    }
    case 'table': {
      const { renderTerminal } = await import('../render/terminal/report.ts');
      return renderTerminal(result, look);
    }
  }
}

/** A relative link leads from where the report is, not from where the command ran. */
function linkFrom(out: string | undefined, link: string): string {
  const folder = out === undefined ? '.' : dirname(out);
  if (folder === '.' || isAbsolute(folder) || isAbsolute(link)) return link;
  return relative(folder, link);
}
