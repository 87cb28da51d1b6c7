import type { Job } from './job.ts';
import type { Reading } from './load/read-files.ts';
import type { Search, Subject } from './model/finding.ts';
import type { Source, UnreadFile } from './model/source.ts';
import { countUnreadPages, unreadPlaces } from './model/unread.ts';

/** One matter to check every rule against: what was read of it, and what could not be. */
export type Matter = {
  subject: Subject;
  inputs: Source[];
  authorities: Source[];
  /** What a search goes over: authorities and inputs, equal content once. In an order the listing does not change. */
  searched: Source[];
  filesTotal: number;
  /** Files whose reading could have changed an answer: the matter's own inputs and all knowledge files. */
  unread: UnreadFile[];
};

/**
 * The matters of a job: with scope `together` all files are parts of one, with `each` every input file is its own.
 * Without input files there is one matter with nothing in it, so that every rule has its finding.
 */
export function mattersOf(job: Job, { sources, unread }: Reading): Matter[] {
  const inputs = sources.filter((source) => source.role === 'input');
  const authorities = sources.filter((source) => source.role === 'authority');
  if (job.scope === 'together' || job.inputs.length === 0) {
    const searched = distinct([...authorities, ...inputs]);
    return [
      { subject: { kind: 'project' }, inputs, authorities, searched, filesTotal: job.inputs.length, unread },
    ];
  }
  return job.inputs.map((file, fileIndex) => {
    const own = inputs.filter((source) => source.fileIndex === fileIndex);
    return {
      subject: { kind: 'file', fileIndex, name: file.name },
      inputs: own,
      authorities,
      searched: distinct([...authorities, ...own]),
      filesTotal: 1,
      unread: unread.filter((other) => other.role === 'authority' || other.fileIndex === fileIndex),
    };
  });
}

/** Whether a matter has input files and none could be read: then its rules can't be assessed. */
export function isUnreadable(matter: Matter): boolean {
  return matter.filesTotal > 0 && !matter.inputs.some(hasText);
}

/** What was searched in a matter and what was not; a rule's check adds its queries and nearest passages. */
export function coverageOf(matter: Matter): Search {
  const gaps = [...matter.inputs, ...matter.authorities].flatMap(({ name, content }) =>
    unreadPlaces(content.unread).map(({ where, reason }) => ({ name: `${name}, ${where}`, reason })),
  );
  const unread = [...matter.unread.map(({ name, reason }) => ({ name, reason })), ...gaps];
  const pagesTotal = sum(matter.inputs.map(({ content }) => content.pages));
  const pagesUnread = sum(matter.inputs.map(({ content }) => countUnreadPages(content.unread)));
  return {
    complete: unread.length === 0,
    filesSearched: matter.inputs.filter(hasText).length,
    filesTotal: matter.filesTotal,
    pagesSearched: Math.max(0, pagesTotal - pagesUnread),
    pagesTotal,
    unread,
    queries: [],
    nearest: [],
  };
}

function hasText({ content }: Source): boolean {
  return content.unread.length === 0 || content.ranges.length > 0;
}

function distinct(sources: Source[]): Source[] {
  const seen = new Set<string>();
  return sources.filter(({ role, sha256 }) => {
    const key = `${role} ${sha256}`;
    return !seen.has(key) && seen.add(key);
  });
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
