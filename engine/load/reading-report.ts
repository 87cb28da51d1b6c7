import type { FileReport, Warning } from '../model/result.ts';
import { compare } from '../model/sorted.ts';
import { namesOf, type Role, type Source, type UnreadFile } from '../model/source.ts';
import { unreadPlaces } from '../model/wording/unread.ts';

/** What was read of one file of a job, or why it could not be read. */
export type ReadFile = { source: Source } | { failure: UnreadFile };

/** Collects the reports and warnings about files for the result. */
export class ReadingReport {
  readonly #reports: FileReport[] = [];
  readonly #warnings: Warning[] = [];

  add(one: ReadFile): void {
    this.#reports.push(reportOf(one));
    if ('source' in one) this.#warnings.push(...sourceWarnings(one.source));
  }

  /** One report per file: knowledge files first, then inputs, both in the order in which the job lists them. */
  files(): FileReport[] {
    return this.#reports.toSorted(asListed);
  }

  /**
   * The warnings about files that were not read, in the order in which the job lists these files; then the warnings
   * about files that were read, in the order of reading.
   */
  warnings(): Warning[] {
    const unread = this.files().flatMap((file) => (file.status === 'failed' ? [unreadWarning(file)] : []));
    return [...unread, ...this.#warnings];
  }
}

/**
 * Compares two files for sorting: knowledge files first, then inputs, both in the order in which the job lists them.
 */
export function asListed(one: { role: Role; fileIndex: number }, other: typeof one): number {
  return compare(one.role, other.role) || one.fileIndex - other.fileIndex;
}

export function reportOf(one: ReadFile): FileReport {
  if ('failure' in one) return { status: 'failed', ...one.failure };
  const { role, fileIndex, content } = one.source;
  const { pages, countedAs, method } = content;
  return { status: 'read', ...namesOf(one.source), role, fileIndex, pages, countedAs, method };
}

export function unreadWarning(file: Pick<UnreadFile, 'name' | 'reason' | 'message'>): Warning {
  return {
    code: `file_${file.reason}`,
    message: `${file.name} was not read: ${file.message}`,
    file: file.name,
  };
}

function sourceWarnings({ name, content }: Source): Warning[] {
  const gaps = unreadPlaces(content.unread).map(({ where, reason }) => ({
    code: 'part_not_read',
    message: `${name}: not read: ${where} (${reason})`,
    file: name,
  }));
  const warnings = content.warnings.map(({ code, message }) => ({
    code,
    message: `${name}: ${message}`,
    file: name,
  }));
  return [...gaps, ...warnings];
}
