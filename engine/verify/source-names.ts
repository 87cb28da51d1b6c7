import type { JobFile } from '../job.ts';
import { supportedExtensions } from '../load/formats/formats.ts';

/** The names of a source that citations can use. */
export type SourceName = Pick<JobFile, 'name' | 'url' | 'linkBase'>;

/** A file under one of its names: the parts of the path in small letters, the last one first. */
type NamedFile = { file: number; path: readonly string[] };

/**
 * Finds the files that the sources of citations name. A citation can name a file as a path, a link, a file name, or a
 * title without the extension, in any spelling of case and punctuation; the most literal of these that fits a file
 * counts. Several files can have the same name; any less literal spelling has to fit one file only.
 */
export class SourceNames {
  readonly #literal = new Map<string, Set<number>>();
  readonly #byFileName = new Map<string, NamedFile[]>();
  readonly #spelled: Map<string, Set<number>>[] = spellings.map(() => new Map());
  readonly #known = new Map<string, readonly number[]>();

  constructor(files: readonly SourceName[]) {
    for (const [file, { name, url, linkBase }] of files.entries()) {
      for (const one of new Set([name, url, linkBase])) {
        if (!one) continue;
        const path = pathOf(one);
        const [fileName = ''] = path;
        add(this.#literal, one, file);
        if (fileName === '') continue;
        this.#byFileName.set(fileName, [...(this.#byFileName.get(fileName) ?? []), { file, path }]);
        for (const [at, spelling] of spellings.entries()) {
          const level = this.#spelled[at];
          if (level) add(level, spelling(fileName), file);
        }
      }
    }
  }

  /** The indexes of the named files; several files can have the same name. Empty if no file certainly has this name. */
  filesNamed(source: string): readonly number[] {
    const known = this.#known.get(source);
    if (known) return known;
    const found = this.#search(source);
    this.#known.set(source, found);
    return found;
  }

  #search(source: string): readonly number[] {
    const literal = this.#literal.get(source) ?? this.#literal.get(withoutFragment(source));
    if (literal) return [...literal];
    const path = pathOf(source);
    const [fileName = ''] = path;
    const sameName = this.#byFileName.get(fileName);
    if (sameName) return nearest(path, sameName);
    for (const [at, spelling] of spellings.entries()) {
      const key = spelling(fileName);
      const found = key === '' ? undefined : this.#spelled[at]?.get(key);
      if (found) return found.size === 1 ? [...found] : [];
    }
    return [];
  }
}

function add(level: Map<string, Set<number>>, key: string, file: number): void {
  level.set(key, (level.get(key) ?? new Set()).add(file));
}

/**
 * The files whose path has the longest end in common with the named one. If the folders of all differ from the named
 * folder, only a single file is certain.
 */
function nearest(path: readonly string[], files: readonly NamedFile[]): readonly number[] {
  const ranked = files.map(({ file, path: own }) => {
    const length = Math.min(path.length, own.length);
    let same = 0;
    while (same < length && path[same] === own[same]) same += 1;
    return { file, same, differs: same < length };
  });
  const most = Math.max(...ranked.map(({ same }) => same));
  const best = ranked.filter(({ same }) => same === most);
  const fitting = best.some(({ differs }) => !differs) ? best.filter(({ differs }) => !differs) : best;
  const found = [...new Set(fitting.map(({ file }) => file))];
  return found.length > 1 && fitting.every(({ differs, same }) => differs && same === 1) ? [] : found;
}

const spellings: ((fileName: string) => string)[] = [lettersOf, (name) => lettersOf(withoutExtension(name))];

function withoutExtension(name: string): string {
  const ending = supportedExtensions.find((one) => name.endsWith(one) && name.length > one.length);
  return ending === undefined ? name : name.slice(0, -ending.length);
}

function withoutFragment(name: string): string {
  return name.replace(/#.*$/s, '');
}

function pathOf(name: string): string[] {
  const isLink = /^[a-z][a-z0-9+.-]*:\/\//i.test(name);
  const path = isLink ? withoutFragment(name).replace(/\?.*$/s, '') : name;
  return path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .map((part) => decoded(part).normalize('NFC').toLowerCase())
    .reverse();
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A name without its punctuation. Between digits it stays: "1.1" is not "11". */
function lettersOf(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/(?<!\p{N})[^\p{L}\p{N}]+|[^\p{L}\p{N}]+(?!\p{N}|[^\p{L}\p{N}])/gu, '');
}
