import { extname } from 'node:path';
import { badInput } from './failure.ts';

/**
 * Returns the requested format. If no format is requested, the extension of the output file determines the format by
 * `endings` (such as `.json`, in the order in which an error names them); without an output file, the format is
 * `otherwise`. Throws `bad_input` for an unknown extension.
 */
export function formatOfFile<Format extends string>(
  requested: Format | undefined,
  out: string | undefined,
  endings: Readonly<Record<string, Format>>,
  otherwise: Format,
): Format {
  if (requested !== undefined || out === undefined) return requested ?? otherwise;
  const ending = extname(out).toLowerCase();
  const meant = Object.hasOwn(endings, ending) ? endings[ending] : undefined;
  if (meant !== undefined) return meant;
  throw badInput(
    `the extension of --out ${out} is not a known format: use ${endingWords(endings, ' or ')}, or add --format`,
  );
}

/** The first extension of each format, such as `.txt, .json or .md`. */
export function endingWords(endings: Readonly<Record<string, string>>, last: string): string {
  const all = Object.entries(endings);
  const first = all.filter(([, format], at) => all.findIndex(([, other]) => other === format) === at);
  const names = first.map(([ending]) => ending);
  return `${names.slice(0, -1).join(', ')}${last}${names.at(-1)}`;
}
