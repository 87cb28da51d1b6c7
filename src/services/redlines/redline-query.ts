import { extname } from 'node:path';
import { refuseInvalid } from '../../domain/errors.ts';

/** Whether a file with this name gets tracked changes; any other gets a list of changes. */
export function isWordName(name: string): boolean {
  return extname(name).toLowerCase() === '.docx';
}

/**
 * The index of the file that is asked for, or of the only Word file, or of the only file. Throws `validation_failed` if
 * there is no such file, or a choice.
 */
export function chosenFile(files: readonly { name: string }[], asked: number | undefined): number {
  const all = files.map(({ name }, at) => ({ name, at }));
  const word = all.filter(({ name }) => isWordName(name));
  const chosen = asked !== undefined ? all.slice(asked, asked + 1) : word.length > 0 ? word : all;
  const [only] = chosen;
  if (only !== undefined && chosen.length === 1) return only.at;
  const named = chosen.slice(0, 10).map(({ name, at }) => `${at} (${name})`);
  const message =
    only === undefined
      ? 'is not the index of a file of the run'
      : `is needed, because the run has several files that could be changed: ${named.join(', ')}`;
  refuseInvalid([{ path: 'file', message }]);
  return -1;
}

/** Throws `validation_failed` if changes or places are given for rules that the run does not have. */
export function refuseUnknown(
  { accept = [], after = {} }: { accept?: readonly string[] | undefined; after?: Record<string, string> },
  known: ReadonlySet<string>,
): void {
  const named = [
    ...accept.map((key, at) => ({ key, path: `accept[${at}]` })),
    ...Object.keys(after).map((key) => ({ key, path: `after.${key}` })),
  ];
  const unknown = named.filter(({ key }) => !known.has(key));
  refuseInvalid(unknown.map(({ path }) => ({ path, message: 'is not the key of a rule of the run' })));
}
