import { dirname, relative, resolve } from 'node:path';
import type { Result } from '../../../../engine/model/result.ts';
import { reportFormats } from '../../../services/report/formats.ts';
import type { Format } from '../options.ts';

export type Look = { width: number; color: boolean; out: string | undefined };

/** Formats the result; the text ends with a line break. */
export async function render(result: Result, format: Format, look: Look): Promise<string> {
  if (format === 'table') {
    const { renderTerminal } = await import('../../render/terminal/report.ts');
    return renderTerminal(result, look);
  }
  return reportFormats[format].render(result, { linkFrom: (link) => linkFrom(look.out, link) });
}

/** Converts a link that is relative to the current folder to one that is relative to the folder of the report. */
function linkFrom(out: string | undefined, link: string): string {
  if (out === undefined || dirname(out) === '.') return link;
  const moved = relative(resolve(dirname(out)), resolve(link));
  return moved.startsWith('.') ? moved : `./${moved}`;
}
