import type { Job } from './job.ts';
import { formatOfName } from './load/formats/formats.ts';
import { asListed, type ReadFile } from './load/reading-report.ts';
import type { Search, SubjectId } from './model/finding.ts';
import { sharedNames } from './model/keys.ts';
import { namesOf, type Source, type SourceText, type UnreadFile } from './model/source.ts';
import { sum } from './model/usage.ts';
import { atMost } from './model/wording/at-most.ts';
import { countUnreadPages, mostPlaces, unreadPlaces } from './model/wording/unread.ts';
import type { RunSources } from './runtime/run-sources.ts';

/** A subject, against which every rule is checked: its readable files, and what could not be read. */
export type Subject = {
  /** The position of the subject, from 0, in the order in which the input files were listed. */
  place: number;
  subject: SubjectId;
  inputs: Source[];
  authorities: Source[];
  /**
   * The sources that are searched: authorities, then inputs, each distinct content once. Their order does not depend on
   * the order in which files were listed.
   */
  searched: Source[];
  filesTotal: number;
  /**
   * Unreadable files whose content could have changed an answer, in the order in which they were listed: knowledge
   * files and the subject's own inputs.
   */
  unread: UnreadFile[];
};

/** How many subjects a job has. A job without input files has one empty subject, so that every rule gets a finding. */
export function countSubjects(job: Job): number {
  return isOneSubject(job) ? 1 : job.inputs.length;
}

/**
 * The subjects of a job, each as soon as its files are read. With scope `together` all files are one subject; with `each`
 * every input file is a subject. In `files`, knowledge files come first. `prepare` gets each content of an only subject as
 * soon as it is read.
 */
export async function* subjectsOf(
  job: Job,
  files: AsyncIterable<ReadFile>,
  sources: Pick<RunSources, 'spill'>,
  prepare: (source: Source) => Promise<void>,
): AsyncGenerator<Subject, void, undefined> {
  // All subjects share the knowledge files, which come first and therefore are complete before the first input file.
  const authorities: Source[] = [];
  const missing = missingFrom(job);
  const unread: UnreadFile[] = isOneSubject(job) ? missing : [];
  const inputs: Source[] = [];
  const sharesName = sharedNames(job.inputs.map((file) => ({ ...file, role: 'input' })));
  for await (const file of files) {
    const listed = 'source' in file ? file.source : file.failure;
    const { role, fileIndex } = listed;
    if (role === 'input' && !isOneSubject(job)) {
      const own = 'source' in file ? [file.source] : [];
      yield {
        place: fileIndex,
        subject: {
          ...{ kind: 'file', fileIndex, ...namesOf(listed) },
          ...('source' in file && sharesName(listed) && { sha256: file.source.sha256 }),
        },
        inputs: own,
        authorities,
        searched: distinct([...authorities, ...own]),
        filesTotal: 1,
        unread: [
          ...unread,
          ...('source' in file ? [] : [file.failure]),
          ...missing.filter((one) => one.name === listed.name),
        ],
      };
    } else if ('source' in file) {
      const source = sources.spill(file.source);
      const alike = role === 'input' ? inputs : authorities;
      const isNew = alike.every(({ sha256 }) => sha256 !== source.sha256);
      alike.push(source);
      if (isNew && isOneSubject(job)) await prepare(source);
    } else {
      unread.push(file.failure);
      unread.sort(asListed);
    }
  }
  if (!isOneSubject(job)) return;
  const searched = distinct([...authorities, ...inputs]);
  const filesTotal = job.inputs.length;
  yield { place: 0, subject: { kind: 'project' }, inputs, authorities, searched, filesTotal, unread };
}

/** The missing files that could be read if they were given. Others, such as programs, could change no answer. */
export function missingFrom({ inputs, missing = [] }: Job): UnreadFile[] {
  return missing
    .filter(({ name }) => formatOfName(name) !== null)
    .map((one, at) => ({ ...one, role: 'input', fileIndex: inputs.length + at, message: one.reason }));
}

function isOneSubject({ scope, inputs }: Job): boolean {
  return scope === 'together' || inputs.length === 0;
}

/** Whether a subject has input files but none of them could be read. The rules of such a subject cannot be assessed. */
export function isUnreadable(subject: Subject): boolean {
  return subject.filesTotal > 0 && !subject.inputs.some(hasText);
}

/**
 * What was searched in a subject and what was not. The check of a rule adds the rule's queries and nearest passages.
 */
export function coverageOf(subject: Subject): Search {
  const gaps = [...subject.inputs, ...subject.authorities].flatMap(({ name, content }) =>
    unreadPlaces(content.unread).map(({ where, reason }) => ({ name: `${name}, ${where}`, reason })),
  );
  const unread = fewUnread([...subject.unread.map(({ name, reason }) => ({ name, reason })), ...gaps]);
  const pagesTotal = sum(subject.inputs.map(({ content }) => content.pages));
  const pagesUnread = sum(subject.inputs.map(({ content }) => countUnreadPages(content.unread)));
  return {
    complete: unread.length === 0,
    filesSearched: subject.inputs.filter(hasText).length,
    filesTotal: subject.filesTotal,
    pagesSearched: Math.max(0, pagesTotal - pagesUnread),
    pagesTotal,
    unread,
    queries: [],
    nearest: [],
  };
}

/**
 * The list of what was not read, shortened to `mostPlaces` entries. In a shortened list, the last entry has the number
 * of the omitted ones.
 */
export function fewUnread(unread: Search['unread']): Search['unread'] {
  return atMost(unread, mostPlaces, (count) => ({ name: `${count} more`, reason: 'not listed' }));
}

/**
 * Whether a file has text. The answer is cached, because it is needed for every rule, and the text may no longer be in
 * memory.
 */
const readable = new WeakMap<SourceText, boolean>();

function hasText({ content }: Source): boolean {
  const known = readable.get(content);
  if (known !== undefined) return known;
  const found = content.unread.length === 0 || content.ranges.length > 0;
  readable.set(content, found);
  return found;
}

function distinct(sources: Source[]): Source[] {
  const seen = new Set<string>();
  return sources.filter(({ role, sha256 }) => {
    const key = `${role} ${sha256}`;
    return !seen.has(key) && seen.add(key);
  });
}
