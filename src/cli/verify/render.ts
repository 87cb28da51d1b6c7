import type { Verification } from '../../../engine/model/verification.ts';
import type { Format } from './options.ts';

/** Formats a verification; the text ends with a line break. `width` and `color` are for the table only. */
export async function render(
  result: Verification,
  format: Format,
  look: { width: number; color: boolean },
): Promise<string> {
  switch (format) {
    case 'json':
      return `${JSON.stringify(result, null, 2)}\n`;
    case 'table':
      return (await import('./table.ts')).verificationTable(result, look);
    case 'html':
      return (await import('./html.ts')).verificationPage(result);
    case 'sarif':
      return (await import('./sarif.ts')).verificationSarif(result);
  }
}
