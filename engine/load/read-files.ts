import { availableParallelism } from 'node:os';
import type { AnalysisEvent, Job, JobFile } from '../job.ts';
import { ReadFailure } from '../model/errors.ts';
import { compare } from '../model/sorted.ts';
import { namesOf, type Role, type Source, type UnreadFile } from '../model/source.ts';
import type { OpenedSource } from '../ports.ts';
import { mapInOrder } from '../runtime/map-in-order.ts';
import { asStep, type StepConfig } from '../runtime/step.ts';
import { type LoadPorts, loadSource } from './load-source.ts';
import { subtitlesBeside } from './media/beside.ts';
import { type ReadFile, type ReadingReport, reportOf } from './reading-report.ts';

/** The files of a job, and the limits for reading them. */
export type FilesOfJob = Pick<Job, 'knowledge' | 'inputs' | 'limits'>;

type Listed = { file: JobFile; role: Role; fileIndex: number };

/** What is needed to load the files of a run. */
export type Loading = {
  job: FilesOfJob;
  ports: LoadPorts;
  onEvent: (event: AnalysisEvent) => void;
  /** Takes over the opened files on whose pages quotes can be located later. */
  retain?: (opened: OpenedSource) => Promise<void>;
};

/** Loads one file, as a step. If the file cannot be read, the output is the reason, not an error. */
function load(one: Listed, { job, ports, onEvent, retain }: Loading, config: StepConfig): Promise<ReadFile> {
  const { file, role, fileIndex } = one;
  const { name } = file;
  const named = { role, fileIndex, ...namesOf(file) };
  const shown = { name: 'load', input: { file: name, role }, output: reportOf };
  return asStep(shown, config, async ({ signal, ...own }) => {
    onEvent({ type: 'file_started', role, fileIndex, name });
    let read: ReadFile;
    try {
      const { sha256, content } = await loadSource(file, ports, job.limits, {
        signal,
        config: own,
        beside: subtitlesBeside(file, role === 'input' ? job.inputs : job.knowledge),
        retain,
        onPages: (pages) => onEvent({ type: 'pages_read', role, fileIndex, name, pages }),
      });
      const url = file.url === undefined ? {} : { url: file.url };
      read = { source: { ...named, ...url, linkBase: file.linkBase, sha256, content } };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ReadFailure)) throw error;
      read = { failure: { ...named, reason: error.code, message: error.message } };
    }
    onEvent({ type: 'file_ended', role, fileIndex, report: reportOf(read) });
    return read;
  });
}

/**
 * Loads every file of the job and yields the results one by one: knowledge files first, then inputs. Both kinds of
 * files are ordered by name and content, so that the order in which the job lists files does not change answers. A file
 * that cannot be read yields the reason and does not affect other files. Some files are loaded before they are
 * requested. `report` records each file before it is yielded.
 */
export async function* readFiles(
  loading: Loading,
  report: ReadingReport,
  config: StepConfig,
): AsyncGenerator<ReadFile, void, undefined> {
  const { job } = loading;
  const listed: Listed[] = [
    ...job.knowledge.map((file, fileIndex) => ({ file, fileIndex, role: 'authority' as const })),
    ...job.inputs.map((file, fileIndex) => ({ file, fileIndex, role: 'input' as const })),
  ];
  listed.sort(byRoleAndName);
  const limit = availableParallelism();
  const read = mapInOrder(listed, { limit, ahead: 2 * limit }, (one) => load(one, loading, config));
  let pages = 0;
  for await (const alike of namesakes(read, listed)) {
    alike.sort(byContent);
    // Each file is removed from the array, so that its memory can be released once it was yielded.
    for (;;) {
      const one = alike.shift();
      if (one === undefined) break;
      const over = 'source' in one && pages + one.source.content.pages > job.limits.pages;
      const within = over ? { failure: tooManyPages(one.source, job.limits.pages) } : one;
      if ('source' in within) pages += within.source.content.pages;
      report.add(within);
      yield within;
    }
  }
}

/**
 * Groups the files with the same role and name. A group is yielded after all of its files were read, so that the caller
 * can sort them by content.
 */
async function* namesakes(
  read: AsyncIterable<ReadFile>,
  listed: readonly Listed[],
): AsyncGenerator<ReadFile[], void, undefined> {
  let alike: ReadFile[] = [];
  let first = 0;
  for await (const one of read) {
    alike.push(one);
    const next = first + alike.length;
    if (sameName(listed[first], listed[next])) continue;
    yield alike;
    alike = [];
    first = next;
  }
}

function sameName(one: Listed | undefined, other: Listed | undefined): boolean {
  return one !== undefined && other !== undefined && byRoleAndName(one, other) === 0;
}

function tooManyPages(source: Source, limit: number): UnreadFile {
  const { role, fileIndex, content } = source;
  const message = `The run would exceed its limit of ${limit} with the ${content.pages} ${content.countedAs} of this file. Split the run.`;
  return { role, fileIndex, ...namesOf(source), reason: 'too_many_pages', message };
}

function byRoleAndName(one: Listed, other: Listed): number {
  return compare(one.role, other.role) || compare(one.file.name, other.file.name);
}

function byContent(one: ReadFile, other: ReadFile): number {
  const contentOf = (read: ReadFile) => ('source' in read ? read.source.sha256 : '');
  return compare(contentOf(one), contentOf(other));
}
