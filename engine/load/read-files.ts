import { availableParallelism } from 'node:os';
import { inParallel } from '../in-parallel.ts';
import type { AnalysisEvent, Job, JobFile } from '../job.ts';
import { ReadFailure } from '../model/errors.ts';
import type { FileReport, Warning } from '../model/result.ts';
import type { Role, Source, UnreadFile } from '../model/source.ts';
import { unreadPlaces } from '../model/unread.ts';
import type { Ports } from '../ports.ts';
import type { HeldFiles } from './held-files.ts';
import { loadSource } from './load-source.ts';
import { subtitlesBeside } from './media/beside.ts';

/** What was read of a job's files. `files` has one report a file: knowledge files first, then inputs, as listed. */
export type Reading = { sources: Source[]; unread: UnreadFile[]; files: FileReport[]; warnings: Warning[] };

export type ReadOptions = {
  signal: AbortSignal;
  onEvent: (event: AnalysisEvent) => void;
  /** Takes over the files whose pages can be looked at again. */
  held?: HeldFiles;
};
type Listed = { file: JobFile; role: Role; fileIndex: number };
type Read = { source: Source } | { failure: UnreadFile };

/**
 * Reads every file of the job. A file that can't be read becomes a named reason and harms no other.
 * Sources come in an order that depends on their names and content alone, so that the order in which
 * the files were listed changes no answer.
 */
export async function readFiles(job: Job, ports: Ports, options: ReadOptions): Promise<Reading> {
  const listed: Listed[] = [
    ...job.knowledge.map((file, fileIndex) => ({ file, fileIndex, role: 'authority' as const })),
    ...job.inputs.map((file, fileIndex) => ({ file, fileIndex, role: 'input' as const })),
  ];
  const read = await inParallel(listed, availableParallelism(), (one) => readOne(one, job, ports, options));
  const kept = withinPageLimit(read, job.limits.pages);
  const sources = kept.flatMap((one) => ('source' in one ? [one.source] : []));
  const unread = kept.flatMap((one) => ('failure' in one ? [one.failure] : []));
  return {
    sources: sources.sort(byNameAndContent),
    unread,
    files: kept.map(reportOf),
    warnings: [...unread.map(unreadWarning), ...sources.flatMap(sourceWarnings)],
  };
}

async function readOne(one: Listed, job: Job, ports: Ports, options: ReadOptions): Promise<Read> {
  const { role, fileIndex } = one;
  options.onEvent({ type: 'file_started', role, fileIndex, name: one.file.name });
  const read = await readOrFail(one, job, ports, options);
  options.onEvent({ type: 'file_ended', role, fileIndex, report: reportOf(read) });
  return read;
}

async function readOrFail(one: Listed, job: Job, ports: Ports, options: ReadOptions): Promise<Read> {
  const { file, role, fileIndex } = one;
  const { name } = file;
  try {
    const { sha256, content } = await loadSource(file, ports, job.limits, {
      signal: options.signal,
      beside: subtitlesBeside(file, role === 'input' ? job.inputs : job.knowledge),
      held: options.held,
      onPages: (pages) => options.onEvent({ type: 'pages_read', role, fileIndex, name, pages }),
    });
    const url = file.url === undefined ? {} : { url: file.url };
    return { source: { role, fileIndex, name, ...url, linkBase: file.linkBase, sha256, content } };
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof ReadFailure)) throw error;
    return { failure: { role, fileIndex, name, reason: error.code, message: error.message } };
  }
}

/** In an order of its own, so that which file goes over the limit does not depend on how they were listed. */
function withinPageLimit(read: Read[], limit: number): Read[] {
  const over = new Set<Source>();
  let pages = 0;
  for (const source of read.flatMap((one) => ('source' in one ? [one.source] : [])).sort(byNameAndContent)) {
    if (pages + source.content.pages > limit) over.add(source);
    else pages += source.content.pages;
  }
  return read.map((one) =>
    'source' in one && over.has(one.source) ? { failure: tooManyPages(one.source, limit) } : one,
  );
}

function tooManyPages(source: Source, limit: number): UnreadFile {
  const { role, fileIndex, name, content } = source;
  const message = `its ${content.pages} ${content.countedAs} would take the run over its limit of ${limit}: split the run`;
  return { role, fileIndex, name, reason: 'too_many_pages', message };
}

function reportOf(one: Read): FileReport {
  if ('failure' in one) return { status: 'failed', ...one.failure };
  const { role, fileIndex, name, content } = one.source;
  const { pages, countedAs, method } = content;
  return { status: 'read', name, role, fileIndex, pages, countedAs, method };
}

function unreadWarning(file: UnreadFile): Warning {
  return {
    code: `file_${file.reason}`,
    message: `${file.name} was not read: ${file.message}`,
    file: file.name,
  };
}

function sourceWarnings(source: Source): Warning[] {
  const gaps = unreadPlaces(source.content.unread).map(({ where, reason }) => ({
    code: 'part_not_read',
    message: `${source.name}: not read: ${where} (${reason})`,
    file: source.name,
  }));
  return [...gaps, ...source.content.warnings.map((warning) => ({ ...warning, file: source.name }))];
}

function byNameAndContent(a: Source, b: Source): number {
  return (
    compare(a.role, b.role) ||
    compare(a.name, b.name) ||
    compare(a.sha256, b.sha256) ||
    a.fileIndex - b.fileIndex
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
